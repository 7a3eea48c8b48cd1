// What the keys of the pads on screen do to a field's text.
export type PadKey =
  | '0'
  | '1'
  | '2'
  | '3'
  | '4'
  | '5'
  | '6'
  | '7'
  | '8'
  | '9'
  | '.'
  | ','
  | PadCommand;
type PadCommand = 'delete' | 'clear';

export interface Typed {
  readonly text: string;
  readonly start: number;
  /** Beyond the start if something is selected, which a key then replaces. */
  readonly end: number;
}

/** Takes any other text as it is. */
export function pressed({ text, start, end }: Typed, key: string): Typed {
  if (key === 'clear') return { text: '', start: 0, end: 0 };
  const from = key === 'delete' && start === end ? Math.max(0, start - 1) : start;
  const typed = key === 'delete' ? '' : key;
  const caret = from + typed.length;
  return { text: text.slice(0, from) + typed + text.slice(end), start: caret, end: caret };
}
