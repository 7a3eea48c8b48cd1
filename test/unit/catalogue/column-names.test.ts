// Programs and shops write the names of columns in many ways; the import recognises them.
import { describe, expect, test } from 'vitest';
import { guessColumns } from '../../../src-main/catalogue/guess-columns.ts';
import type { ColumnField } from '../../../src-main/contract/catalogue.ts';
import { namedColumn, otherListNames, ownParts } from '../../../src-main/catalogue/column-names.ts';

describe('a price with tax', () => {
  test.each([
    'P.V.P. c/ IVA (€)',
    'P.V.P. C/IVA',
    'P. V. P. com IVA',
    'PVP c/IVA',
    'PVPc/IVA',
    'PVP1IVA',
    'fltPVP1IVA',
    'PV1 IVA',
    'PVP_CIVA',
    'PVPCIVA1',
    'PVP1 c/ IVA [EUR]',
    'Preço c/ IVA',
    'PREÇO C/IVA €',
    'Preço com IVA',
    'Preço (IVA incluído)',
    'Preço de venda IVA incl.',
    'Valor c/ IVA',
    'P. Venda c/ IVA',
    'c/ IVA',
    'Price incl. VAT',
    'Price (with tax)',
    'Verkoopprijs incl. BTW',
    'Cena brutto',
    'Cena z VAT',
    'PVTTC',
    'Prezzo lordo',
    'Prezzo IVA compresa',
    'Prijs incl.',
    'Preis inkl.',
    'Precio imp. incluidos',
  ])('%s', (name) => {
    const { field, certainty } = namedColumn(name);
    expect(field).toBe('unitPrice');
    expect(certainty).toBeGreaterThan(3.5);
  });
});

describe('a price without a word about tax', () => {
  test.each([
    'PVP',
    'P.V.P.',
    'P.V.P',
    'PVP (€)',
    'PVP €',
    '[PVP]',
    'P.V.',
    'PVP 1',
    'PVP2',
    'P. Venda',
    'Pr. Venda',
    'Preço (EUR)',
    'Preço unit.',
    'PreçoVenda',
  ])('%s', (name) => {
    expect(namedColumn(name)).toMatchObject({ field: 'unitPrice', isUnusablePrice: false });
  });
});

describe('a price without tax', () => {
  test.each([
    'P.V.P. s/ IVA (€)',
    'P.V.P. s IVA',
    'PVPs/IVA',
    'PVP_SIVA',
    'PVPSIVA1',
    'Preço s/ IVA',
    'Preço sem IVA',
    'Preço + IVA',
    'Preço (IVA não incluído)',
    'Preço (não inclui IVA)',
    'Precio (no incluye el IVA)',
    'Price not including VAT',
    'Preis nicht inkl. MwSt',
    'Prix (TVA non comprise)',
    'Prezzo IVA non inclusa',
    'Precio base imponible',
    'PVP líquido',
    's/IVA',
    'Price excl. VAT',
    'Price ex VAT',
    'Net price',
    'Verkoopprijs excl. BTW',
    'Prijs zonder btw',
    'Cena netto',
    'Cena bez VAT',
    'Prezzo escl. IVA',
    'Precio venta (Subtotal)',
    'Prix HT',
    'PVHT',
    'Base imponible',
    'Prijs excl.',
    'Preis exkl.',
    'Price ex tax',
    'Precio sin imp.',
  ])('%s', (name) => {
    expect(namedColumn(name)).toMatchObject({ field: null, isUnusablePrice: true });
  });
});

test.each([
  ['IVA', 'vatLabel'],
  ['IVA (%)', 'vatLabel'],
  ['Taxa IVA', 'vatLabel'],
  ['P.C.M.', null],
  ['Preço custo c/ IVA', null],
  ['E.A.N.', 'barcodes'],
  ['Cód. Barras', 'barcodes'],
  ['Bar code', 'barcodes'],
  ['Rif.', 'code'],
  ['Famiglia merceologica', 'group'],
  ['U. M.', 'unit'],
  ['Un.', 'unit'],
])('%s is no price', (name, field) => {
  expect(namedColumn(name).field).toBe(field);
});

test.each([
  ...[
    'P. Vta.',
    'Pr. Vendita',
    'P. unitario',
    'P.Unit',
    'VKP',
    'Brutto VK',
    'Tarifa 1',
    'Valor venda',
  ],
  ...['PRECOVENDA1', 'Preço retalho', 'Preço online', 'Sale price', 'EatOutPrice', 'Price USD'],
  ...[
    'Cena sprzedaży',
    'Cena',
    'Prijs',
    'Verkoopprijs',
    'Vlr. Venda',
    'Preço à vista',
    'Prijs [Winkel]',
  ],
])('%s is a price', (name) => {
  expect(namedColumn(name).field).toBe('unitPrice');
});

test.each<[ColumnField | null | undefined, readonly string[]]>([
  [
    'code',
    [
      'Refª',
      'CODART',
      'ItemKey',
      'Stock code',
      'Artikelcode',
      'Item #',
      'Clave artículo',
      'SKU (loja)',
    ],
  ],
  [
    'description',
    ['Artikeltext', 'Intitulé', 'DESCR', 'Designacao1', 'Produkt', 'Serviço', 'Nome 3'],
  ],
  ['barcodes', ['Gencod', 'ISBN', 'CODEBAR', 'Barcode2', 'EAN8', 'Cod. a barre']],
  ['unit', ['Uni', 'Un. Med.', 'Mengeneinheit', 'U.M.']],
  ['vatLabel', ['Tipo de IVA', 'Aliq. IVA', 'Aliq.', 'Customer Taxes']],
  ['group', ['Dept', 'WG', 'Tipo de artigo', 'categ_id/name', 'Subfamília', 'Kategorien']],
  [
    'variant',
    ['Variations', 'Variantes', 'Value (2)', 'Option 3 value', 'Option 1 Wert', 'Valor da opção 1'],
  ],
  [null, ['CategoryId', 'id_familia', 'Tax Group Id', 'Beleg-Nr.', 'N.º documento', 'On hand']],
  ['code', ['UGS', 'Kod towaru', 'Symbol', 'Indeks', 'Productcode']],
  ['description', ['Nazwa', 'Nazwa towaru', 'Naam', 'Omschrijving', 'Productnaam', 'Opis']],
  ['barcodes', ['Kod kreskowy', 'Streepjescode', 'CODBARRA']],
  ['unit', ['J.m.', 'Jednostka', 'Eenheid', 'Cod. Udm', 'Verkaufseinheit', 'Ud.']],
  ['vatLabel', ['BTW %', 'BTW-tarief', 'Steuersatz in %', 'Mehrwertsteuer', 'GST', 'IGIC']],
  ['variant', ['Option Value 1', 'Variation 1 values', 'Valor opción 2']],
  ['soldBy', ['Balança', 'Waage', 'Balance', 'Vendu au poids', 'Tipo']],
  ['group', ['Grupa', 'Kategoria', 'Groep', 'Artikelgroep', 'Artikelgruppe', 'Productgroep']],
  // What is paid for a product, in other words.
  [
    null,
    [
      ...['Cena zakupu', 'Inkoopprijs', 'Kostprijs', 'Koszt', 'Prix de revient', 'PA', 'PRMP'],
      ...[
        'Preço de aquisição',
        'Einstandspreis',
        'Selbstkosten',
        'Buying price',
        'Preço fornecedor',
      ],
    ],
  ],
  // What others owe, and who they are.
  [
    null,
    [
      ...['Saldo', 'Limite de crédito', 'Plafond', 'NIF', 'P. IVA', 'VAT number', 'Nº IVA', 'CIF'],
      ...['Morada', 'Dirección', 'Telefone', 'Phone number', 'E-mail', 'Código postal', 'NCM'],
      ...[
        'Código cliente',
        'Ilość',
        'Stan',
        'Aantal',
        'Voorraad',
        'Estoque',
        'Variação %',
        'Salário',
      ],
    ],
  ],
  // What came of sales is no price, and a hundredth of one neither.
  [
    null,
    ['Preço médio', 'Average price', 'Prix moyen', 'Durchschnittspreis', 'Gross sales', 'Umsatz'],
  ],
  [null, ['Valor vendido', 'Total Spent', 'CA TTC', 'Montant TTC']],
  [null, ['price (minor units)', 'unit_amount_minor']],
  [undefined, ['Subtotal', 'Localização']],
])('%s: %j', (field, all) => {
  for (const name of all) expect(namedColumn(name).field, name).toBe(field);
});

test('the number of a code is as sure as a code', () => {
  for (const name of ['Référence n°', 'Código Nº', 'Ref. No.']) {
    expect(namedColumn(name).certainty, name).toBeGreaterThan(namedColumn('ID').certainty);
  }
});

test.each(['IVA incluído', 'PVP1IvaIncluido', 'iva1incl', 'Tax included'])(
  '%s says whether prices are with tax',
  (name) => {
    expect(namedColumn(name).says).toBe('with_tax');
  },
);

test('names of what belongs to no list of products say so, and those of products do not', () => {
  const others = [
    'Cliente',
    'NIF',
    'N.º Fatura',
    'Hora',
    'Invoice date',
    'Documento',
    'Nº Ticket',
    'Rechnungsnr.',
    'Scontrino',
    'Kunde',
    'Email',
    'Saldo',
  ];
  for (const name of others) expect(namedColumn(name).says, name).toBe('other_list');
  const own = ['Customer Taxes', 'Impuestos del cliente', 'Data', 'Fornecedor', 'Nome', 'Total'];
  for (const name of own) expect(namedColumn(name).says, name).not.toBe('other_list');
});

test.each<[readonly string[], number]>([
  [['Código', 'Nome', 'Preço', 'PVP s/ IVA', 'P.V.P. c/ IVA (€)'], 4],
  [['Código', 'Nome', 'PVP s/ IVA', 'PVP'], 3],
  [['Código', 'Nome', 'PVP2', 'PVP'], 3],
  [['Código', 'Nome', 'PVP1 c/ IVA', 'PVP2 c/ IVA'], 2],
  [['Código', 'Nome', 'Preço s/ IVA', 'IVA', 'Preço c/ IVA'], 4],
  // The till guesses neither the price without tax nor another column of amounts to be the price.
  [['Código', 'Nome', 'Preço s/ IVA', 'Lucro'], -1],
  [['Código', 'Nome', 'Preço médio', 'Montante'], -1],
  [['Código', 'Nome', 'Preço a prazo', 'Preço à vista'], 3],
  [['Kod', 'Nazwa', 'Cena hurtowa', 'Cena detaliczna'], 3],
  [['Artikelnummer', 'Naam', 'Actieprijs', 'Prijs'], 3],
  [['Artikelnummer', 'Naam', 'Adviesprijs', 'Verkoopprijs'], 3],
  [['Code', 'Nom', 'Prix conseillé', 'Prix'], 3],
  [['Codice', 'Nome', 'Listino agenti', 'Listino pubblico'], 3],
  [['Code', 'Nom', 'Prix pro', 'Prix public'], 3],
  [['Nr', 'Name', 'UVP', 'Preis pro Stück'], 3],
  [['Nr', 'Name', 'Preis außer Haus', 'Preis im Haus'], 3],
  [['Code', 'Nom', 'Prix à emporter', 'Prix sur place'], 3],
  [['Code', 'Name', 'PurchasesUnitPrice', 'SalesUnitPrice'], 3],
  [['Código', 'Nombre', 'PVP recomendado', 'Precio'], 3],
  // Beside what somebody owes, or how many were sold, an amount that nobody names is no price.
  [['Código', 'Nome', 'Telefone', 'Escalão'], -1],
  [['Código', 'Nome', 'Qtd. vendida', 'Escalão'], -1],
])('of %j the price is column %i', (names, at) => {
  const rows = ['1', '2', '3'].map((row) =>
    names.map((_, index) => (index < 2 ? `A${row}` : `${row},${index}0`)),
  );
  expect(guessColumns(names, rows, names.length).indexOf('unitPrice')).toBe(at);
});

test.each([
  [['Código', 'Designação', 'Observação', 'Localização', 'Promoção', 'Preço', 'IVA']],
  [['Precio', 'Preciocoste', 'Precioventa', 'Preciomayor', 'Código', 'Nombre']],
])('an ending or a beginning without which less is known is no name of a table: %j', (names) => {
  expect(ownParts(names)).toEqual(names);
});

test.each([
  ['Código balança', 'code'],
  ['Preço balança', 'unitPrice'],
  ['Artigo de balança', 'soldBy'],
  ['Preço base', 'unitPrice'],
  ['PVP Un. Base', 'unitPrice'],
  ['Último PVP', 'unitPrice'],
  ['Último preço', null],
  ['Preço exclusivo', 'unitPrice'],
])('a column named %s is one of %s', (name, field) => {
  expect(namedColumn(name)).toMatchObject({ field, isUnusablePrice: false });
});

test('a word that lists of products have too makes no list of sales', () => {
  expect(otherListNames(['Código', 'Saldo', 'Total'])).toEqual([]);
  expect(otherListNames(['Código', 'Vendas', 'Total stock'])).toEqual([]);
  expect(otherListNames(['NIF', 'Saldo'])).toEqual(['NIF', 'Saldo']);
});

test.each(['Product Variant Values', 'Attribute Values', 'Valor da variação 1', 'NL_Variant'])(
  '%s tells variants apart',
  (name) => {
    expect(namedColumn(name).field).toBe('variant');
  },
);
