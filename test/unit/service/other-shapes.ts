// One extended document as different services might answer it: the same two lines, payment and tax
// under other names.
import { created } from './documents.ts';

interface Shape {
  readonly name: string;
  readonly body: Readonly<Record<string, unknown>>;
}

const of = (name: string, more: object): Shape => ({
  name,
  body: { ...created, total_taxes_amount: 0.92, ...more },
});

/** What each of the bodies says. */
export const expectedDocument = {
  lines: [
    { code: 'CAFE', description: 'Café expresso', quantity: 2000, unitPrice: 650_000 },
    { code: 'NATA', description: 'Pastel de nata', quantity: 3000, unitPrice: 1_200_000 },
  ],
  payments: [{ name: 'Numerário', amountCents: 490 }],
  rate: 2300,
  baseCents: 398,
  amountCents: 92,
};

export const otherShapes: readonly Shape[] = [
  of('English, with a designation', {
    details: [
      { line: 1, code: 'CAFE', designation: 'Café expresso', base_qty: 2, line_unit_value: 0.65 },
      { line: 2, code: 'NATA', designation: 'Pastel de nata', base_qty: 3, line_unit_value: 1.2 },
    ],
    payments: [{ payment_method: { code: 'NU', designation: 'Numerário' }, amount: 4.9 }],
    taxes: [{ rate: 23, base: 3.98, amount: 0.92, total: 4.9 }],
  }),
  of('Portuguese', {
    linhas: [
      {
        codigo: 'CAFE',
        designacao: 'Café expresso',
        quantidade: 2,
        preco: 0.65,
        taxa_iva: 23,
        total: 1.3,
      },
      {
        codigo: 'NATA',
        designacao: 'Pastel de nata',
        quantidade: 3,
        preco: 1.2,
        taxa_iva: 23,
        total: 3.6,
      },
    ],
    pagamentos: [{ meio_pagamento: 'Numerário', valor: 4.9 }],
    impostos: [{ taxa: 23, incidencia: 3.98, valor: 0.92 }],
  }),
  of('Portuguese, with the article for a code', {
    artigos: [
      { artigo: 'CAFE', descricao: 'Café expresso', qtd: 2, precoUnitario: 0.65 },
      { artigo: 'NATA', descricao: 'Pastel de nata', qtd: 3, precoUnitario: 1.2 },
    ],
    meiosPagamento: [{ descricao: 'Numerário', montante: 4.9 }],
    resumoIva: [{ taxaIva: '23', valorBase: 3.98, valorIva: 0.92 }],
  }),
  of('products in objects, lists in an object', {
    extended: {
      document_items: [
        {
          product: { code: 'CAFE', name: 'Café expresso' },
          unit: { code: 'UN', name: 'Unidade' },
          qty: '2.000',
          price: '0.6500',
        },
        {
          product: { code: 'NATA', name: 'Pastel de nata' },
          unit: { code: 'UN', name: 'Unidade' },
          qty: '3.000',
          price: '1.2000',
        },
      ],
      payment_list: [{ method: { name: 'Numerário' }, paid: 4.9 }],
      vat_summary: [{ vat_rate: 0.23, net: 3.98, vat: 0.92 }],
    },
  }),
  of('without names for what describes and what lists', {
    x1: [
      { codigo: 'CAFE', unidade: 'UN', x2: 'Café expresso', quant: 2, valor: 0.65, total: 1.3 },
      { codigo: 'NATA', unidade: 'KG', x2: 'Pastel de nata', quant: 3, valor: 1.2, total: 3.6 },
    ],
    x3: [{ forma: { nome: 'Numerário' }, valor: 4.9 }],
    x4: [{ aliquota: 23, base_tributavel: 3.98, imposto: 0.92 }],
  }),
  of('a list of the document that it came from beside its own', {
    origin_document_lines: [{ code: 'OLD', description: 'Antigo', quantity: 9, price: 9 }],
    lines: {
      results: [
        { item_code: 'CAFE', item_description: 'Café expresso', quantity: 2, unit_price: 0.65 },
        { item_code: 'NATA', item_description: 'Pastel de nata', quantity: 3, unit_price: 1.2 },
      ],
    },
    document_payments: [{ description: 'Numerário', total: 4.9 }],
    tax_details: [{ tax: { rate: 23 }, tax_base: 3.98, tax_value: 0.92 }],
  }),
];
