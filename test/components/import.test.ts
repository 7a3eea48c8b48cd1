// The import's screens, at a till that answers as the test says.
import { describe, expect, it } from 'vitest';
import { page } from 'vitest/browser';
import * as v from 'valibot';
import { messagesFor } from '../../resources/messages/catalogue.ts';
import type {
  ColumnField,
  ImportReport,
  Preview,
  Reading,
} from '../../src-main/contract/catalogue.ts';
import { unitPriceSchema } from '../../src-main/contract/money.ts';
import { product, unitPrice } from '../unit/src-renderer/sell/catalogue-till.ts';
import { button } from './locators.ts';
import { examine } from './examine.ts';
import { playedLanguages } from './played-languages.ts';
import { show, signedIn, unanswered, type Answers } from './shown-till.ts';

const header = ['REF', 'Nombre', 'Descripción', 'Coste', 'Precio [Tienda Sur]', 'EAN', 'Tipo'];
const values = [
  ['500', '501', '502'],
  ['Manzana Fuji', 'Menú del día', 'Pan gallego'],
  ['Sopa, segundo plato y una bebida de la casa a elegir'],
  ['0.00', '1.10'],
  ['2.95', 'variable', '1.800'],
  ['8410000000014'],
  ['fruta', 'comida', 'pan'],
];
const guessed: Reading = {
  ...{ sheet: null, delimiter: ',', encoding: 'utf-8', decimalMark: null, firstLine: 1 },
  hasHeader: true,
  columns: ['code', 'description', null, null, 'unitPrice', 'barcodes', null],
};

const previewOf = (reading: Reading): Preview => ({
  ...{ reading, sheets: [], header, products: 219, looked: { rows: 220, isAll: true } },
  beginnings: [{ line: 1, text: header.join(' · ') }],
  facts: values.map((each, at) => ({ filled: at === 2 ? 1 : at === 5 ? 12 : 220, values: each })),
  rows: [
    { cells: values.map(([first = '']) => first), outcome: product('500') },
    {
      cells: values.map(([, second = '']) => second),
      outcome: { line: 3, field: 'unitPrice', problem: 'invalid', text: 'variable' },
    },
    { cells: values.map(([, , third = '']) => third), outcome: null },
  ],
  doubts:
    reading.decimalMark === null
      ? [
          { kind: 'decimal_mark', example: '1.800' },
          { kind: 'nameless_rows', rows: 60, of: 220 },
        ]
      : [
          { kind: 'repeated_codes', codes: 2, rows: 5 },
          { kind: 'several_prices', columns: ['PVP 1', 'PVP 2'] },
          { kind: 'other_currency', example: '12.50 CHF' },
        ],
});

const report: ImportReport = {
  reportId: 1,
  ...{ rows: 3650, products: 2117, badRowCount: 1532, passedOver: 1, removedByHand: 0 },
  comparison: {
    ...{ added: 2117, changed: 310, removed: 0, kept: 0, moreDifferences: 2425 },
    differences: [
      { kind: 'added', code: '500', description: 'Manzana Fuji', before: null, after: unitPrice },
      {
        ...{ kind: 'changed', code: '502', description: 'Pan gallego' },
        ...{ before: v.parse(unitPriceSchema, 1_500_000), after: unitPrice },
      },
    ],
  },
  quickKeysGone: [],
  badRows: [
    { field: 'description', problem: 'missing', texts: [], rows: 1500, lines: [[2, 1501]] },
    { field: 'unitPrice', problem: 'invalid', texts: ['variable'], rows: 1, lines: [[1502, 1502]] },
    {
      ...{ field: 'code', problem: 'taken', texts: ['C1', 'C2', 'C3'], rows: 31 },
      lines: Array.from({ length: 31 }, (_, at): [number, number] => [
        2000 + 2 * at,
        2000 + 2 * at,
      ]),
    },
  ],
  remarks: [
    {
      ...{ field: 'barcodes', problem: 'stays_with', rows: 2, lines: [[31, 32]] },
      texts: ['8410000000021 (530)', '8410000000038 (531)'],
      owner: { code: 'CESTA-NAV', description: 'Cesta de Navidad grande' },
    },
    {
      ...{ field: 'barcodes', problem: 'code_of', rows: 1, lines: [[40, 40]] },
      ...{ texts: ['777 (540)'], owner: { code: '777', description: 'Café' } },
    },
    {
      field: 'colour',
      problem: 'left_empty',
      texts: ['Antracite'],
      rows: 2,
      lines: [[1510, 1511]],
    },
    { field: 'barcodes', problem: 'repaired', texts: ['8410000000014'], rows: 1, lines: [[9, 9]] },
    {
      ...{ field: 'barcodes', problem: 'check_digit', rows: 60, lines: [[1600, 1659]] },
      texts: Array.from(
        { length: 60 },
        (_, at) => `84100000010${String(at + 10)} (${String(at + 600)})`,
      ),
    },
    { field: null, problem: 'passed_over', texts: ['gola;;;;;b.jpg'], rows: 1, lines: [[7, 7]] },
  ],
  doubts: [
    { kind: 'zero_prices', rows: 2000, of: 2117 },
    { kind: 'other_list', columns: ['NIF', 'Telefone'] },
  ],
};

const answers: Answers = {
  'catalogue.discard': null,
  'catalogue.receive': null,
  'catalogue.preview': ({ reading }) => previewOf(reading ?? guessed),
  'catalogue.read': report,
};

describe.each(playedLanguages)('in %s', (language) => {
  const { catalogue } = messagesFor(language);
  const columnFor = (field: ColumnField) =>
    page.getByRole('combobox', { name: catalogue.columnOf(catalogue.fields[field]), exact: true });
  const rowOf = (field: ColumnField) =>
    page
      .getByRole('table', { name: catalogue.fieldTable })
      .getByRole('row')
      .filter({ has: columnFor(field) });

  async function openFile(more: Answers = {}): Promise<void> {
    show({ ...signedIn, language }, { ...answers, ...more }, '#/settings/catalogue');
    await expect.element(button(catalogue.choose)).toBeVisible();
    const input = document.querySelector<HTMLInputElement>('input[type="file"]');
    if (!input) throw new Error('nothing takes a file');
    const files = new DataTransfer();
    files.items.add(new File(['x'], 'articulos.csv'));
    input.files = files.files;
    input.dispatchEvent(new Event('change', { bubbles: true }));
    await expect.element(columnFor('code')).toBeVisible();
  }

  const chooseMark = () =>
    page
      .getByRole('combobox', { name: catalogue.decimalMark, exact: true })
      .selectOptions(catalogue.decimalMarks['.']);

  async function read(): Promise<void> {
    await chooseMark();
    await button(catalogue.read).click();
  }

  it('shows beside each field three values and how many rows fill it', async () => {
    await openFile();
    await expect.element(rowOf('description').getByText('Manzana Fuji')).toBeVisible();
    await expect.element(rowOf('description').getByText('Pan gallego')).toBeVisible();
    await expect.element(rowOf('barcodes').getByText(catalogue.filled(12, 220))).toBeVisible();
    await examine();
  });

  it('shows the effect of another column at once, and says which field has none', async () => {
    await openFile();
    await columnFor('description').selectOptions('Descripción');
    await expect.element(rowOf('description').getByText(catalogue.filled(1, 220))).toBeVisible();
    await columnFor('unitPrice').selectOptions(catalogue.noColumn);
    const missing = catalogue.missing([catalogue.fields.unitPrice]);
    await expect.element(page.getByText(missing)).toBeVisible();
    await expect.element(button(catalogue.read)).toBeDisabled();
    await examine();
  });

  it('names the products and quick keys that go before everything is replaced', async () => {
    const [price] = [product('PAO').unitPrice];
    const gone = ['Pão de mistura', 'Café expresso', 'Pastel de nata'];
    const replacing: ImportReport = {
      ...{ ...report, rows: 12, products: 12, badRowCount: 0, passedOver: 0 },
      ...{ badRows: [], remarks: [], doubts: [], quickKeysGone: gone.slice(0, 2) },
      comparison: {
        ...{ added: 2, changed: 1, removed: 3, kept: 0, moreDifferences: 0 },
        differences: [
          ...gone.map((description, at) => ({
            ...({ kind: 'removed', code: `P${String(at)}`, description } as const),
            ...{ before: price, after: null },
          })),
          { kind: 'added', code: 'N1', description: 'Novo', before: null, after: price },
        ],
      },
    };
    await openFile({ 'catalogue.read': replacing });
    await read();
    await expect.element(page.getByText(catalogue.goes(3, 2))).toBeVisible();
    await expect.element(page.getByText(/Pão de mistura.*, .*Café expresso/)).toBeVisible();
    const going = page.getByRole('table', { name: catalogue.differencesTable });
    await expect.element(going.getByText('Pastel de nata')).toBeVisible();
    await expect.element(button(catalogue.useReplacing)).toBeVisible();
    await examine();
  });

  it('asks for the decimal mark before it reads, and reports equal faults together', async () => {
    await openFile();
    const askedText = catalogue.doubts.decimal_mark({ kind: 'decimal_mark', example: '1.800' });
    await expect.element(page.getByText(askedText)).toBeVisible();
    await expect.element(button(catalogue.read)).toBeDisabled();
    await chooseMark();
    expect(page.getByText(askedText).query()).toBeNull();
    await button(catalogue.read).click();
    const faults = page.getByRole('table', { name: catalogue.badRowsTable });
    await expect.element(faults.getByText('2–1501')).toBeVisible();
    await expect.element(faults.getByText('1502', { exact: true })).toBeVisible();
    await faults.getByText(/2000, 2002/).click();
    await expect.element(faults.getByText(/2058, 2060/)).toBeVisible();
    const remarks = page.getByRole('table', { name: catalogue.remarksTable });
    await expect.element(remarks.getByText(/Cesta de Navidad grande \(CESTA-NAV\)/)).toBeVisible();
    await expect.element(page.getByText(catalogue.moreDifferences(2425))).toBeVisible();
    await examine();
  });

  it('says that products are put into the catalogue, and back, and waits', async () => {
    const used = Promise.withResolvers<{ products: number; importedAtMs: number }>();
    const last = { changeId: 7, products: 2117 };
    await openFile({
      ...{ 'catalogue.use': used.promise, 'catalogue.lastChange': last },
      'catalogue.undo': unanswered,
    });
    await read();
    await button(catalogue.use).click();
    await expect.element(page.getByRole('status').getByText(catalogue.using)).toBeVisible();
    await expect.element(button(catalogue.use)).toHaveAttribute('aria-disabled', 'true');
    await examine();
    used.resolve({ products: 2117, importedAtMs: 1 });
    await button(catalogue.undoImport).click();
    await expect.element(page.getByRole('status').getByText(catalogue.undoing)).toBeVisible();
    await expect.element(button(catalogue.undoImport)).toHaveAttribute('aria-disabled', 'true');
    await examine();
  });
});
