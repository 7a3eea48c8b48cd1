// Paper as an SVG of the printer's own dots, as a person would hold it, for looking and comparing.
import { code128, drawingSVG, ean13, ean8, qrcode, upca } from 'bwip-js/generic';
import type { Align, Job, Printed, Run } from './printed.ts';

/** A letter of the usual size is 12 dots wide and 24 high, in rows of 30. */
const letter = { wide: 12, high: 24, row: 30 } as const;
const barsHigh = 80;

const escaped = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

interface Drawn {
  readonly height: number;
  readonly svg: string;
}

const leftOf = (width: number, paper: number, align: Align): number =>
  align === 'left' ? 0 : align === 'right' ? paper - width : Math.round((paper - width) / 2);

const widthOf = (runs: readonly Run[]): number =>
  runs.reduce((sum, { text, style }) => sum + text.length * letter.wide * style.wide, 0);

function run({ text, style }: Run, x: number, base: number): string {
  const width = widthOf([{ text, style }]);
  const { wide, high, bold, underline, inverted } = style;
  const top = base - letter.high * high;
  const weight = bold ? ' font-weight="bold"' : '';
  const line = underline ? ' text-decoration="underline"' : '';
  const ground = inverted
    ? `<rect x="${x}" y="${top}" width="${width}" height="${letter.row * high}"/>`
    : '';
  const letters =
    `<text transform="translate(${x} ${base - 5 * high}) scale(${wide} ${high})" font-size="20"` +
    ` textLength="${width / wide}"${weight}${line}${inverted ? ' fill="white"' : ''} xml:space="preserve">` +
    `${escaped(text)}</text>`;
  return text.trim() === '' ? ground : ground + letters;
}

/** Text wider than the paper goes on below, as on a printer. */
function rowsOf(runs: readonly Run[], paper: number): readonly (readonly Run[])[] {
  const rows: Run[][] = [[]];
  for (const { text, style } of runs) {
    for (const one of text) {
      if (widthOf(rows.at(-1) ?? []) + letter.wide * style.wide > paper) rows.push([]);
      const row = rows.at(-1) ?? [];
      const last = row.at(-1);
      if (last?.style === style) row[row.length - 1] = { text: last.text + one, style };
      else row.push({ text: one, style });
    }
  }
  return rows;
}

function lineAt(runs: readonly Run[], align: Align, top: number, paper: number): Drawn {
  let height = 0;
  let svg = '';
  for (const row of rowsOf(runs, paper)) {
    const high = Math.max(1, ...row.map(({ style }) => style.high));
    height += letter.row * high;
    let x = leftOf(widthOf(row), paper, align);
    for (const one of row) {
      svg += run(one, x, top + height);
      x += widthOf([one]);
    }
  }
  return { height, svg };
}

function dotsAt(rows: readonly string[], x: number, top: number): string {
  const path = rows.flatMap((row, y) =>
    [...row.matchAll(/#+/g)].map(
      ({ index, 0: { length } }) => `M${x + index} ${top + y}h${length}v1h-${length}z`,
    ),
  );
  return `<path d="${path.join('')}"/>`;
}

function codeAt(svg: string, box: { x: number; y: number; width: number; height: number }): string {
  const { x, y, width, height } = box;
  return svg.replace(
    /^<svg /,
    `<svg x="${x}" y="${y}" width="${width}" height="${height}" preserveAspectRatio="none" `,
  );
}

function drawAt(part: Printed, top: number, paper: number): Drawn {
  switch (part.kind) {
    case 'line':
      return lineAt(part.runs, part.align, top, paper);
    case 'image': {
      const x = leftOf(part.rows[0]?.length ?? 0, paper, part.align);
      return { height: part.rows.length, svg: dotsAt(part.rows, x, top) };
    }
    case 'code128': {
      const x = leftOf(part.dots, paper, part.align);
      const svg = code128({ bcid: 'code128', text: part.data, scale: 1 }, drawingSVG());
      const box = { x, y: top, width: part.dots, height: barsHigh };
      return { height: barsHigh, svg: codeAt(svg, box) };
    }
    case 'ean': {
      const x = leftOf(part.dots, paper, part.align);
      const { symbology, data: text } = part;
      const svg = { ean13, ean8, upca }[symbology]({ bcid: symbology, text }, drawingSVG());
      const box = { x, y: top, width: part.dots, height: barsHigh };
      return { height: barsHigh, svg: codeAt(svg, box) };
    }
    case 'qr': {
      const svg = qrcode({ bcid: 'qrcode', text: part.data, scale: 1 }, drawingSVG());
      const modules = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
      const width = modules * part.moduleDots;
      const box = { x: leftOf(width, paper, part.align), y: top, width, height: width };
      return { height: width, svg: codeAt(svg, box) };
    }
    case 'feed':
      return { height: part.lines * letter.row, svg: '' };
    case 'cut':
      return {
        height: 4,
        svg: `<path d="M0 ${top + 2}h${paper}" stroke-dasharray="8" stroke="black"/>`,
      };
    case 'drawer':
      return { height: 0, svg: '' };
  }
}

/** `paper`: the number of dots across the paper. */
export function image({ printed }: Job, paper: number): string {
  let height = 0;
  const parts: string[] = [];
  for (const part of printed) {
    const { height: more, svg } = drawAt(part, height, paper);
    if (svg !== '') parts.push(svg);
    height += more;
  }
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${paper}" height="${height}" font-family="monospace">`,
    `<rect width="${paper}" height="${height}" fill="white"/>`,
    ...parts,
    '</svg>\n',
  ].join('\n');
}
