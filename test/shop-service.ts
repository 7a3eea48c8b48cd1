// An invoicing service of the tests' own with the documents of a shop, over real HTTP: all of the
// API that a first day needs. Where the API document leaves something open, it differs from the
// practice service: Portuguese names, lists and products in objects, small pages.
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ShopAnswer {
  readonly status: number;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
}

export interface ShopBehaviour {
  /** The answer instead of a document; undefined for the document itself. */
  get: (id: number, isExtended: boolean) => ShopAnswer | undefined;
  /** The answer instead of a list; undefined for the list itself. */
  list: (path: string, offset: number) => ShopAnswer | undefined;
  latencyMs: number;
}

export interface ShopService {
  readonly baseUrl: string;
  readonly behaviour: ShopBehaviour;
  readonly documents: object[];
  /** Paths of the documents that the till asked for, with `?extended` where it sent that. */
  readonly askedRequests: readonly string[];
  /** Bodies of the creations. */
  readonly created: readonly Readonly<Record<string, unknown>>[];
  /** The highest number of requests under way at once. */
  readonly mostAtOnce: () => number;
  close(): Promise<void>;
}

export const shopAccount = {
  username: 'dona@loja.example',
  password: 'segredo',
  companyCode: 'ESQUINA',
  tillCode: '4',
} as const;

/** Name, unit, price with tax in cents, and how often it is sold; the most sold comes first. */
const goods = [
  ['Pão alentejano 500 g', 'UN', 175, 9],
  ['Leite meio-gordo 1 L', 'UN', 92, 8],
  ['Banana da Madeira', 'KG', 199, 6],
  ['Azeite virgem extra 750 ml', 'UN', 899, 4],
  ['Queijo de Azeitão', 'UN', 1250, 3],
  ['Café moído 250 g', 'UN', 345, 3],
] as const;
const others = 30;

export const products = [
  ...goods.map(([name, unit, priceCents, weight], index) => ({
    ...{ code: `P${String(index + 1).padStart(3, '0')}`, name, unit, priceCents, weight },
  })),
  ...Array.from({ length: others }, (_, index) => ({
    code: `X${String(index + 1).padStart(3, '0')}`,
    name: `Conserva n.º ${index + 1}`,
    unit: 'UN',
    priceCents: 150 + 10 * index,
    weight: 1,
  })),
];
type Product = (typeof products)[number];

export const methods = [
  { id: 11, name: 'Numerário', every: 1 },
  { id: 12, name: 'Multibanco', every: 3 },
  { id: 17, name: 'MB WAY', every: 10 },
] as const;

const dayMs = 86_400_000;
const pageSize = 50;

/** Depends on the document's number alone, so that every test gets the same shop. */
function soldIn(number: number, hasNews: boolean): readonly Product[] {
  const news = {
    code: `N${number}`,
    name: `Novidade ${number}`,
    unit: 'UN',
    priceCents: 300,
    weight: 1,
  };
  if (hasNews && number % 50 === 0) return [news];
  const lottery = products.flatMap((product) => Array<Product>(product.weight).fill(product));
  const first = lottery[(number * 7) % lottery.length];
  const second = lottery[(number * 13 + 5) % lottery.length];
  return [first, second].filter((product) => product !== undefined);
}

/** The fields that lists and documents share (service-api, Document summary). */
function summaryOf(number: number, totalCents: number, nowMs: number, reference = '') {
  const day = new Date(nowMs - (300 - number) * 0.1 * dayMs).toISOString().slice(0, 10);
  return {
    id: 5_000 + number * 2,
    doc_key: `FS L1/${number}`,
    document_date: day,
    document_time: '11:22:33.5',
    document_number: number,
    our_reference: reference,
    is_valued: true,
    total_amount: totalCents / 100,
    total_due_amount: 0,
    due_date: day,
    document_id: 61,
    document: { code: 'FSL', document_name: 'Fatura simplificada' },
    document_serie_id: 8,
    document_serie: { code: 'L1', description: 'Loja 2026' },
    document_status_id: 1202,
    document_status: { code: 'F', description: 'Finalizado' },
    warehouse_id: 3,
    warehouse: { code: 3, description: 'Armazém da loja' },
    document_nature_id: 302,
    document_nature: { code: 'FS', description: 'Fatura simplificada' },
    party_id: 100 + (number % 12),
    party: {
      class: 1601,
      code: number % 12,
      name: `Cliente ${number % 12}`,
      fiscal_number: String(501_000_000 + (number % 12)),
    },
  };
}

/** The further fields, none of them worded as the practice service words it. */
function moreOf(number: number, hasNews: boolean) {
  const lines = soldIn(number, hasNews).map((product, index) => {
    // Earlier documents have a cheaper oil, and another name for the bread.
    const cents = product.code === 'P004' && number < 150 ? 849 : product.priceCents;
    const name = product.code === 'P001' && number < 100 ? 'Pão alentejano' : product.name;
    return { product, name, cents, quantity: 1 + index };
  });
  const total = lines.reduce((sum, { cents, quantity }) => sum + cents * quantity, 0);
  const method = methods.findLast(({ every }) => number % every === 0) ?? methods[0];
  const taxes = Math.round(total - total / 1.06);
  return {
    total,
    more: {
      total_taxes_amount: taxes / 100,
      total_net_amount: (total - taxes) / 100,
      vendedor: { id: 2, nome: 'Rita' },
      salesman_id: 2,
      salesman: { code: 'R', salesman_name: 'Rita' },
      payment_term_id: 4,
      payment_term: { code: 'PP', description: 'Pronto pagamento' },
      linhas_documento: lines.map(({ product, name, cents, quantity }, index) => ({
        linha: index + 1,
        artigo: { codigo: product.code, designacao: name },
        unidade: { codigo: product.unit, nome: product.unit === 'KG' ? 'Quilograma' : 'Unidade' },
        quantidade: quantity.toFixed(3),
        preco_unitario: (cents / 100).toFixed(4),
        total_linha: (cents * quantity) / 100,
      })),
      pagamentos: [
        {
          id: number,
          meio_pagamento: { id: method.id, nome: method.name },
          valor: total / 100,
        },
      ],
      resumo_iva: [{ taxa_iva: 6, incidencia: (total - taxes) / 100, valor_iva: taxes / 100 }],
    },
  };
}

interface ShopOptions {
  readonly nowMs?: () => number;
  /** Adds to some documents a product that no other document has. */
  readonly hasNews?: boolean;
}

export async function startShopService(
  count = 300,
  { nowMs = Date.now, hasNews = false }: ShopOptions = {},
): Promise<ShopService> {
  const startedMs = nowMs();
  const askedRequests: string[] = [];
  const created: Readonly<Record<string, unknown>>[] = [];
  const documents: Record<string, unknown>[] = Array.from({ length: count }, (_, index) =>
    summaryOf(index + 1, moreOf(index + 1, hasNews).total, startedMs),
  );
  let under = 0;
  let most = 0;
  const behaviour: ShopBehaviour = {
    get: () => undefined,
    list: () => undefined,
    latencyMs: 0,
  };

  const bodyOf = (document: Record<string, unknown>, isExtended: boolean) => {
    const number = Number(document.document_number);
    return isExtended && number <= count
      ? { ...document, ...moreOf(number, hasNews).more }
      : document;
  };

  function create(text: string): ShopAnswer {
    const asks = JSON.parse(text) as Readonly<Record<string, unknown>>;
    created.push(asks);
    const lines = asks.details as readonly { base_qty: number; line_unit_value: number }[];
    const totalCents = lines.reduce(
      (sum, line) => sum + Math.round(line.base_qty * line.line_unit_value * 100),
      0,
    );
    const number = documents.length + 1;
    const document = summaryOf(number, totalCents, nowMs(), String(asks.our_reference));
    documents.push(document);
    const texts = { header_text: '', footer_text: '', document_reference: '' };
    return { status: 201, body: { ...document, ...texts, is_tax_included: true } };
  }

  function list(path: string, query: URLSearchParams): ShopAnswer {
    const offset = Number(query.get('offset') ?? 0);
    const instead = behaviour.list(path, offset);
    if (instead) return instead;
    const search = query.get('search') ?? '';
    const limit = Math.min(pageSize, Number(query.get('limit') ?? pageSize));
    const sign = (query.get('ordering') ?? 'id').startsWith('-') ? -1 : 1;
    const foundRows = documents
      .filter((document) => String(document.our_reference).includes(search))
      .toSorted((one, other) => sign * (Number(one.id) - Number(other.id)));
    const next = offset + limit < foundRows.length ? `?offset=${offset + limit}` : null;
    const results = foundRows.slice(offset, offset + limit);
    return {
      status: 200,
      body: { limit, offset, count: foundRows.length, next, previous: null, results },
    };
  }

  function answerTo(method: string, url: URL, body: string): ShopAnswer {
    const { pathname, searchParams } = url;
    if (method === 'POST' && pathname === '/auth/login/')
      return { status: 200, body: { key: 'k' } };
    if (method === 'POST' && pathname === '/documents/new/') return create(body);
    if (pathname === '/auth/info/') {
      const user = { id: 1, full_name: 'Ana Reis', is_active: true, is_staff: false };
      const company = {
        id: 1,
        code: shopAccount.companyCode,
        company_name: 'Loja da Esquina, Lda.',
      };
      const till = { id: 44, code: 4, description: 'Balcão 4' };
      return {
        status: 200,
        body: { updated_at: 1, version: '1', version_date: '2023-01-11', user, company, till },
      };
    }
    if (pathname === '/auth/companies/') {
      const till = { id: 44, code: 4, description: 'Balcão 4', location: '', terminal: '' };
      const company = {
        id: 1,
        code: shopAccount.companyCode,
        company_name: 'Loja da Esquina, Lda.',
      };
      return {
        status: 200,
        body: [{ ...company, is_demo: false, last_till_id: 44, tills: [till] }],
      };
    }
    if (pathname === '/documents/' || pathname === '/documents/sales/') {
      return list(pathname, searchParams);
    }
    const id = Number(/^\/documents\/(\d+)\/$/.exec(pathname)?.[1] ?? 0);
    const isExtended = searchParams.get('extended') === 'true';
    const document = documents.find((each) => each.id === id);
    if (id > 0) askedRequests.push(isExtended ? `${id}?extended` : String(id));
    const instead = behaviour.get(id, isExtended);
    if (instead) return instead;
    return document ? { status: 200, body: bodyOf(document, isExtended) } : { status: 404 };
  }

  const server = createServer((request: IncomingMessage, response: ServerResponse) => {
    const chunks: Buffer[] = [];
    const url = new URL(request.url ?? '', 'http://service');
    const isDocument = /^\/documents\/\d+\/$/.test(url.pathname);
    if (isDocument) most = Math.max(most, (under += 1));
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const answer = () => {
        const text = Buffer.concat(chunks).toString('utf8');
        const { status, body, headers } = answerTo(request.method ?? 'GET', url, text);
        if (isDocument) under -= 1;
        response.writeHead(status, { 'content-type': 'application/json', ...headers });
        response.end(body === undefined ? undefined : JSON.stringify(body));
      };
      if (behaviour.latencyMs > 0) setTimeout(answer, behaviour.latencyMs);
      else answer();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    documents,
    askedRequests,
    created,
    mostAtOnce: () => most,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
