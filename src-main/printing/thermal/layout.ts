// Lays out a receipt's content as rows for a thermal printer: letters that it has, no row wider
// than its paper.
import { assertNever } from '../../contract/errors.ts';
import {
  isolateEnd,
  isolateStart,
  type Block,
  type ContentLine,
  type Pair,
} from '../../receipt/content.ts';
import { printerText } from './letters.ts';

export type Row =
  | {
      readonly kind: 'text';
      readonly text: string;
      readonly align: 'left' | 'center';
      readonly bold: boolean;
      /** True for letters twice as wide and high as the others. */
      readonly large: boolean;
      /** True for white on black. */
      readonly inverted: boolean;
    }
  | { readonly kind: 'rule' | 'gap' }
  | { readonly kind: 'logo'; readonly png: Uint8Array }
  | { readonly kind: 'key' | 'qr'; readonly data: string };

interface Look {
  readonly align?: 'left' | 'center';
  readonly bold?: boolean;
  readonly large?: boolean;
  readonly inverted?: boolean;
}

/** Puts a gap between any two blocks. */
export const layOut = (blocks: readonly Block[], columns: number): readonly Row[] =>
  blocks
    .map((block) => rowsOf(block, columns))
    .filter((rows) => rows.length > 0)
    .flatMap((rows, index) => (index === 0 ? rows : [{ kind: 'gap' } as const, ...rows]));

function rowsOf(block: Block, columns: number): readonly Row[] {
  const centred = (text: string, look: Look = {}) =>
    rows(text, columns, { align: 'center', ...look });
  switch (block.kind) {
    case 'training':
      return [
        ...centred(block.portuguese, { inverted: true, bold: true }),
        ...centred(block.translation),
      ];
    case 'provisional':
      return [
        { kind: 'rule' },
        ...centred(block.portuguese, { large: true, bold: true }),
        ...centred(block.translation),
        { kind: 'rule' },
      ];
    case 'not_fiscal':
      return [...centred(block.portuguese, { bold: true }), ...centred(block.translation)];
    case 'heading':
      return [{ kind: 'rule' }, ...rows(block.text, columns, { bold: true })];
    case 'copy':
      return centred(
        `*** ${[block.portuguese, block.translation].filter((part) => part !== '').join(' / ')} ***`,
        { bold: true },
      );
    case 'logo':
      return [{ kind: 'logo', png: block.png }];
    case 'shop':
      return centred(block.text, { large: true, bold: true });
    case 'text':
      return block.lines.flatMap((line) => centred(line));
    case 'title':
      return [
        { kind: 'rule' },
        ...centred(block.name),
        ...centred(block.key, { large: true, bold: true }),
        { kind: 'rule' },
      ];
    case 'pairs':
      return block.pairs.flatMap((pair) => pairRows(pair, columns));
    case 'lines': {
      const [detail, amount] = block.titles;
      return [
        ...pairRows({ name: detail, value: amount }, columns),
        { kind: 'rule' },
        ...block.lines.flatMap((line) => lineRows(line, columns)),
        { kind: 'rule' },
      ];
    }
    case 'reference':
      return [...centred(block.name), ...centred(block.value, { bold: true })];
    case 'thanks':
      return centred(block.text, { bold: true });
    case 'note':
    case 'printed':
    case 'fiscal':
      return centred(block.text);
    case 'key':
    case 'qr':
      return [{ kind: block.kind, data: block.data }];
    default:
      return assertNever(block);
  }
}

/** Gives the name rows of its own, and its figures a row below it. */
const lineRows = (
  { name, detail, amount, discount }: ContentLine,
  columns: number,
): readonly Row[] => [
  ...rows(name, columns),
  ...(detail === '' && amount === ''
    ? []
    : pairRows({ name: `  ${detail}`, value: amount }, columns)),
  ...(discount === '' ? [] : rows(`  ${discount}`, columns)),
];

/** Puts the value at the right edge: on the last row of its name if that has room, else below. */
function pairRows({ name, value, emphasis }: Pair, columns: number): readonly Row[] {
  const look = { bold: emphasis !== undefined, large: emphasis === 'total' };
  const width = look.large ? columns / 2 : columns;
  const names = wrapped(plain(name), width);
  const values = wrapped(plain(value).trim(), width);
  const [last = '', first = ''] = [names.at(-1), values[0]];
  const together = last.length + 1 + first.length <= width;
  const texts = together
    ? [...names.slice(0, -1), last + first.padStart(width - last.length), ...values.slice(1)]
    : [...names, ...values];
  return texts.map((text, index) => row(index < names.length ? text : text.padStart(width), look));
}

const plain = (text: string): string =>
  printerText(text.replaceAll(isolateStart, '').replaceAll(isolateEnd, ''));

const row = (text: string, look: Look): Row => ({
  kind: 'text',
  text,
  align: 'left',
  bold: false,
  large: false,
  inverted: false,
  ...look,
});

/** Text that does not fit in large letters comes in usual ones. */
function rows(text: string, columns: number, look: Look = {}): readonly Row[] {
  const letters = plain(text);
  if (letters.trim() === '') return [];
  const isLarge = look.large === true && letters.length <= (columns / 2) * 3;
  return wrapped(letters, isLarge ? columns / 2 : columns).map((part) =>
    row(part, { ...look, large: isLarge }),
  );
}

/**
 * Breaks at spaces, and within a word only if the word alone is too long. Rows that follow begin
 * with the same spaces as the text.
 */
export function wrapped(text: string, width: number): readonly string[] {
  const indent = /^ */.exec(text)?.[0].slice(0, width - 1) ?? '';
  const most = width - indent.length;
  const parts: string[] = [];
  let rest = text.trim();
  while (rest.length > most) {
    const space = rest.lastIndexOf(' ', most);
    const end = space > 0 ? space : most;
    parts.push(indent + rest.slice(0, end).trimEnd());
    rest = rest.slice(end).trimStart();
  }
  return rest === '' ? parts : [...parts, indent + rest];
}
