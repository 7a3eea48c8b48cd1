// Paper as text for comparing and reading: a letter of the printer for each column, and before each
// row how it is printed.
import type { Align, Job, Printed, Run } from './printed.ts';

const dotsPerColumn = 12;

/** `B` bold, `U` underlined, `I` white on black, and how many times the usual height. */
function marksOf(runs: readonly Run[]): string {
  const inked = runs.filter(({ text, style }) => style.inverted || text.trim() !== '');
  const has = (property: 'bold' | 'underline' | 'inverted') =>
    inked.some(({ style }) => style[property]);
  const high = Math.max(1, ...inked.map(({ style }) => style.high));
  const marks = [
    has('bold') ? 'B' : '',
    has('underline') ? 'U' : '',
    has('inverted') ? 'I' : '',
    high > 1 ? String(high) : '',
  ];
  return marks.join('').padStart(3);
}

function placed(text: string, width: number, columns: number, align: Align): string {
  const free = columns - width;
  const before = align === 'left' ? 0 : align === 'right' ? free : Math.floor(free / 2);
  return ' '.repeat(Math.max(0, before)) + text;
}

/**
 * Blanks follow a letter that is wider than usual; text wider than the paper goes on below, as on a
 * printer.
 */
function lineRows(runs: readonly Run[], align: Align, columns: number): readonly string[] {
  const rows: string[] = [];
  let row = '';
  for (const { text, style } of runs) {
    for (const letter of text) {
      if (row.length + style.wide > columns) {
        rows.push(row);
        row = '';
      }
      row += letter + ' '.repeat(style.wide - 1);
    }
  }
  return [...rows, placed(row, row.length, columns, align)];
}

function drawn(printed: Printed, columns: number): readonly string[] {
  const middle = (text: string, align: Align) => placed(text, text.length, columns, align);
  switch (printed.kind) {
    case 'line':
      return lineRows(printed.runs, printed.align, columns).map(
        (row) => `${marksOf(printed.runs)}|${row.trimEnd()}`,
      );
    case 'image':
      return [
        `   |${middle(`[image ${printed.rows[0]?.length ?? 0} × ${printed.rows.length}]`, printed.align)}`,
      ];
    case 'code128':
      return [
        `   |${middle(`[bars ${printed.dots} of ${columns * dotsPerColumn} dots: ${printed.data}]`, printed.align)}`,
      ];
    case 'ean':
      return [
        `   |${middle(`[${printed.symbology} ${printed.dots} of ${columns * dotsPerColumn} dots: ${printed.data}]`, printed.align)}`,
      ];
    case 'qr':
      return [
        `   |${middle(`[QR of ${printed.moduleDots} dots: ${printed.data}]`, printed.align)}`,
      ];
    case 'feed':
      return Array.from({ length: printed.lines }, () => '   |');
    case 'cut':
      return [`----${printed.how} cut`];
    case 'drawer':
      return [`----drawer at pin ${printed.pin}: ${printed.onMs} ms, ${printed.offMs} ms`];
  }
}

export const picture = ({ printed, problems }: Job, columns: number): string =>
  [
    ...printed.flatMap((part) => drawn(part, columns)),
    ...problems.map((problem) => `!!! ${problem}`),
  ].join('\n') + '\n';
