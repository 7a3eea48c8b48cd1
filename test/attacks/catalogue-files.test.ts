// Catalogue files with cells of up to 1 MB, made to keep main busy: what it does with them grows as
// they grow, and not as their square.
import { describe, expect, it, test } from 'vitest';
import { columnFields } from '../../src-main/contract/catalogue.ts';
import { rowReader, type RowReading } from '../../src-main/catalogue/import-row.ts';
import { previewOf } from '../../src-main/catalogue/reading.ts';
import { openCatalogue, send } from '../integration/catalogue/import-samples.ts';
import { must } from '../must.ts';

const names = {
  ...{ code: 'Código', description: 'Designação', barcodes: 'EAN', unitPrice: 'Preço' },
  ...{ unit: 'Unidade', soldBy: 'Vendido por', vatLabel: 'IVA', group: 'Família' },
  ...{ quickKey: 'Tecla', colour: 'Cor', variant: 'Variante' },
};
const ordinary = {
  ...{ code: 'A1', description: 'Pão', barcodes: '5601234567892', unitPrice: '1,20', unit: '' },
  ...{ soldBy: '', vatLabel: '23', group: 'Padaria', quickKey: '1', colour: 'azul', variant: 'S' },
};
const rowOf = (cells: Readonly<Record<string, string>>): readonly string[] =>
  columnFields.map((field) => cells[field] ?? '');
const quoted = (cells: readonly string[]): string =>
  cells.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(';');
const fileOf = (...rows: readonly (readonly string[])[]) => ({
  bytes: Buffer.from(rows.map(quoted).join('\n')),
  ...{ isWhole: true, isUtf8: true },
});

/** Long texts of a few characters, alone and between others. */
const around = [
  (text: string) => text,
  (text: string) => `x${text}x`,
  (text: string) => `1${text}1`,
];

/** Reads rows of which each has such a text in another cell, and tables that begin with it. */
async function readAll(text: string): Promise<void> {
  readRows(text);
  const [hostile, plain] = [{ ...ordinary, description: text, unitPrice: text }, ordinary];
  const header = rowOf({ ...names, description: text });
  await previewOf(fileOf(header, rowOf(hostile), rowOf(plain)), null);
  await previewOf({ bytes: Buffer.from(text), isWhole: true, isUtf8: true }, null);
}

const reading: RowReading = { columns: [...columnFields], decimalMark: ',', delimiter: ';' };

function readRows(text: string): void {
  for (const field of columnFields) {
    const cells = rowOf({ ...ordinary, [field]: text });
    rowReader(reading)({ line: 1, cells, raw: Buffer.alloc(0) });
  }
}

/** Returns how long the processor works, whatever else it has to do. */
async function workMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/** Four times as much may take eight times as long; the square would take sixteen times. */
async function expectNoSquare(
  sizes: readonly number[],
  work: (size: number) => Promise<unknown>,
): Promise<void> {
  let allowedMs = Infinity;
  for (const size of sizes) {
    const ms = await workMs(() => work(size));
    expect(ms, `${size} characters`).toBeLessThan(allowedMs);
    allowedMs = 8 * ms + 250;
  }
}

describe('the work for a long cell grows with its length', () => {
  it.each([
    ...['a', 'A', 'aA', 'é', '1', '0', 'a1', '😀'],
    ...[' ', '\u00a0', '\t', '\n', ' \n', '\u0001', ' \u0001'],
    ...['<', '<a', '<a ', '<b x', '<br>', '&', '&#1', '&#39;', '&amp;'],
    ...['.', ',0', '1,', '1.000', '1 ', '1-', '5 x|', 'a/', 'a.', 'E+1', '€', ' €', 'eur', ' eur'],
    ...["'", '"', 'a ', 'iva ', 'pvp1', 'option ', 'preco ', 'sem '],
  ])('%j', { timeout: 60_000 }, async (unit) => {
    await readAll(unit.repeat(100));
    await expectNoSquare([3_000, 12_000, 48_000], async (size) => {
      for (const of of around) await readAll(of(unit.repeat(size / unit.length)));
    });
  });

  it('of marks that are put in order when they are compared', async () => {
    await expectNoSquare([3_000, 12_000, 48_000, 192_000], async (size) => {
      const marks = '\u0315\u0323'.repeat(size / 2);
      readRows(marks);
      await previewOf(fileOf(rowOf(names), rowOf({ ...ordinary, colour: marks })), null);
      await previewOf(fileOf(rowOf({ ...names, description: marks }), rowOf(ordinary)), null);
    });
  });
});

test.each([
  ['a header of letters', (text: string) => [text.replaceAll(' ', 'x'), 'Preço', 'Pão']],
  ['a name with blanks', (text: string) => ['Designação', 'Preço', `Pão${text}de água`]],
])(
  'a file with %s of 1 MB is looked at as fast as it is long',
  { timeout: 60_000 },
  async (_, of) => {
    const { imports } = openCatalogue();
    await expectNoSquare([15_000, 60_000, 240_000, 960_000], async (size) => {
      const [name = '', price = '', cell = ''] = of(' '.repeat(size));
      await send(imports, `Código;"${name}";${price}\nA1;"${cell}";1,20\nA2;Broa;1,30\n`);
      expect(must(await imports.preview(null)).looked).toEqual({ rows: 2, isAll: true });
    });
  },
);

test('a cell with half a million barcodes is read', async () => {
  const row = rowOf({ ...ordinary, barcodes: '1 2 '.repeat(240_000) });
  const preview = await previewOf(fileOf(rowOf(names), row), null);
  expect(preview?.rows[0]?.outcome).toMatchObject({ code: 'A1', barcodes: ['1', '2'] });
});

test('each of many barcodes that are too long is said once', () => {
  const barcodes = Array.from({ length: 10_000 }, (_, at) => `${at}${'9'.repeat(80)}`);
  const remarks: string[] = [];
  const read = rowReader(reading, { onRemark: ({ text }) => remarks.push(text) });
  const cells = rowOf({ ...ordinary, barcodes: barcodes.join(' ') });
  expect(read({ line: 1, cells, raw: Buffer.alloc(0) })).toMatchObject({ barcodes: [] });
  expect(remarks).toHaveLength(barcodes.length);
});
