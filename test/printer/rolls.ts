// The printers that papers are encoded for, on every roll that there is.
import { columnsOf, rollWidths, type Thermal } from '../../src-main/contract/printing.ts';
import type { Job } from './printed.ts';

export const rolls = rollWidths.flatMap((width) =>
  columnsOf[width].map((columns) => ({ width, columns })),
);

/** Returns a printer with a knife and the narrowest roll, unless told otherwise. */
export const thermalWith = (change: Partial<Thermal> = {}): Thermal => ({
  language: 'esc-pos',
  width: 58,
  columns: 32,
  codePage: 'cp858',
  cuts: true,
  ...change,
});

/** Returns the text of each printed line, and an empty one for everything else. */
export const rowsOf = ({ printed }: Job): readonly string[] =>
  printed.map((part) => (part.kind === 'line' ? part.runs.map(({ text }) => text).join('') : ''));
