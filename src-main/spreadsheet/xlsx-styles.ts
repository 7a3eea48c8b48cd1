// How the cells of an xlsx file show their numbers (ECMA-376 part 1, 18.8.30 and 18.8.31).
import { general, type NumberFormat } from './numbers.ts';
import type { XmlListener } from './xml.ts';

/** The formats that a file need not spell out, without those that depend on the country. */
const builtIn: Readonly<Record<number, string>> = {
  ...{ 1: '0', 2: '0.00', 3: '#,##0', 4: '#,##0.00', 5: '#,##0', 6: '#,##0', 7: '#,##0.00' },
  ...{ 8: '#,##0.00', 9: '0%', 10: '0.00%', 37: '#,##0', 38: '#,##0', 39: '#,##0.00' },
  ...{ 40: '#,##0.00', 41: '#,##0', 42: '#,##0', 43: '#,##0.00', 44: '#,##0.00' },
};
const builtInDates = [
  [14, 22],
  [27, 36],
  [45, 47],
  [50, 58],
] as const;

const mostFormats = 100_000;

/** Reads what a format code says of numbers; `general` for `General`, texts and fractions. */
export function numberFormat(code: string): NumberFormat {
  // Quoted, escaped, filling and bracketed parts are text; the first section is for amounts.
  const plain = (code.replace(/"[^"]*"?|\\.|_.|\*.|\[[^\]]*\]/gu, '').split(';')[0] ?? '').trim();
  if (/[dmyhs]/iu.test(plain)) return { ...general, isDate: true };
  const [, whole = '', fraction = ''] = /^[^0#?.]*([0#?,]*)(?:\.([0#?]*))?/u.exec(plain) ?? [];
  if (whole + fraction === '' || /[@/]|E[+-]/iu.test(plain)) return general;
  return {
    decimals: fraction.length,
    isPercent: plain.includes('%'),
    isDate: false,
    digits: /^0+$/.test(whole) && fraction === '' ? whole.length : 0,
  };
}

function builtInFormat(id: number): NumberFormat {
  if (builtInDates.some(([from, to]) => id >= from && id <= to))
    return { ...general, isDate: true };
  const code = builtIn[id];
  return code === undefined ? general : numberFormat(code);
}

/** Listens to `xl/styles.xml`. */
export class XlsxStyles implements XmlListener {
  readonly #codes = new Map<number, NumberFormat>();
  readonly #formats: NumberFormat[] = [];
  #isInCellFormats = false;

  /** `style` is the attribute `s` of a cell. */
  formatOf(style: string | undefined): NumberFormat {
    return (style === undefined ? this.#formats[0] : this.#formats[Number(style)]) ?? general;
  }

  open(name: string, attributes: Readonly<Record<string, string>>): void {
    if (name === 'cellXfs') this.#isInCellFormats = true;
    const id = Number(attributes.numFmtId);
    if (name === 'numFmt' && this.#codes.size < mostFormats) {
      this.#codes.set(id, numberFormat((attributes.formatCode ?? '').slice(0, 255)));
    }
    if (name === 'xf' && this.#isInCellFormats && this.#formats.length < mostFormats) {
      this.#formats.push(this.#codes.get(id) ?? builtInFormat(id));
    }
  }

  text(): void {
    // This part has no text that counts.
  }

  close(name: string): void {
    if (name === 'cellXfs') this.#isInCellFormats = false;
  }
}
