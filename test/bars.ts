// Reads bars drawn as SVG by their widths, as a scanner does. Written from ISO/IEC 15420 (EAN and
// UPC) and 15417 (Code 128), not from the code that draws them.

/** Returns one letter for each module, `#` for a bar, from the first bar to the last. */
function modulesOf(svg: string): string {
  const width = Number(/viewBox="0 0 (\d+) /.exec(svg)?.[1]);
  const row = Array.from({ length: width }, () => ' ');
  for (const [, stroke, path] of svg.matchAll(/stroke-width="(\d+)" d="([^"]+)"/g)) {
    const wide = Number(stroke);
    for (const [, middle] of (path ?? '').matchAll(/M([\d.]+) /g)) {
      row.fill('#', Number(middle) - wide / 2, Number(middle) + wide / 2);
    }
  }
  return row.join('').trim();
}

const leftOdd = [
  ...['0001101', '0011001', '0010011', '0111101', '0100011'],
  ...['0110001', '0101111', '0111011', '0110111', '0001011'],
];
const inverse = (bits: string) => Array.from(bits, (bit) => (bit === '1' ? '0' : '1')).join('');
const right = leftOdd.map(inverse);
const leftEven = right.map((bits) => Array.from(bits).toReversed().join(''));
const firstDigits = [
  ...['OOOOOO', 'OOEOEE', 'OOEEOE', 'OOEEEO', 'OEOOEE', 'OEEOOE', 'OEEEOO', 'OEOEOE', 'OEOEEO'],
  'OEEOEO',
];

/**
 * Returns the digits of an EAN-13 (a UPC-A begins with 0) or an EAN-8; undefined for anything else.
 */
export function readEan(svg: string): string | undefined {
  const bits = modulesOf(svg).replaceAll('#', '1').replaceAll(' ', '0');
  const half = bits.length === 95 ? 42 : bits.length === 67 ? 28 : 0;
  const [first, left, middle, rest, last] = [
    bits.slice(0, 3),
    bits.slice(3, 3 + half),
    bits.slice(3 + half, 8 + half),
    bits.slice(8 + half, -3),
    bits.slice(-3),
  ];
  if (half === 0 || first !== '101' || middle !== '01010' || last !== '101') return undefined;
  const parts = (text: string) => text.match(/.{7}/g) ?? [];
  const digit = (bitsOf: string) => {
    if (leftOdd.includes(bitsOf)) return { digit: leftOdd.indexOf(bitsOf), parity: 'O' };
    if (leftEven.includes(bitsOf)) return { digit: leftEven.indexOf(bitsOf), parity: 'E' };
    return undefined;
  };
  const lefts = parts(left).map(digit);
  const rights = parts(rest).map((part) => right.indexOf(part));
  if (lefts.includes(undefined) || rights.includes(-1)) return undefined;
  const parities = lefts.map((each) => each?.parity).join('');
  const before = half === 42 ? String(firstDigits.indexOf(parities)) : '';
  return before + lefts.map((each) => each?.digit).join('') + rights.join('');
}

const code128: readonly string[] =
  (
    '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231' +
    '113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211' +
    '212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131' +
    '113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111' +
    '314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211' +
    '241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141' +
    '214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214' +
    '211232'
  ).match(/\d{6}/g) ?? [];
const stop = '2331112';
const [codeC, codeB, startB, startC] = [99, 100, 104, 105];

/**
 * Returns the text of a Code 128 in its sets B and C; undefined for anything else, or if the check
 * is wrong.
 */
export function readCode128(svg: string): string | undefined {
  const widths = (modulesOf(svg).match(/#+| +/g) ?? []).map((run) => run.length).join('');
  if (!widths.endsWith(stop)) return undefined;
  const values = (widths.slice(0, -stop.length).match(/.{6}/g) ?? []).map((each) =>
    code128.indexOf(each),
  );
  const [start = 0, ...otherValues] = values;
  const check = otherValues.pop();
  const sum = otherValues.reduce((total, value, index) => total + value * (index + 1), start);
  if ((start !== startB && start !== startC) || sum % 103 !== check) return undefined;
  let isC = start === startC;
  let text = '';
  for (const value of otherValues) {
    if (value === codeC && !isC) isC = true;
    else if (value === codeB && isC) isC = false;
    else text += isC ? String(value).padStart(2, '0') : String.fromCharCode(value + 32);
  }
  return text;
}
