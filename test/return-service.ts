// An invoicing service of the tests' own that makes credit notes in a way that a test chooses, over
// real HTTP. It shares no code with the practice service: other words, other numbers, and the
// original named elsewhere or nowhere.
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReturnBehaviour {
  /** The fields by which a credit note names its original. */
  readonly link: (key: string, id: number) => Readonly<Record<string, unknown>>;
  /** 1, or -1 for a service that shows what takes back below zero. */
  readonly sign: 1 | -1;
  /** What becomes of `our_reference`. */
  readonly reference: (sent: string) => string;
  /** What a document shows of its lines. */
  readonly shows: (lines: readonly unknown[]) => readonly unknown[];
  /** The field that a credit note is refused for; null if it is taken. */
  readonly refuses: (asked: Readonly<Record<string, unknown>>) => string | null;
  /** What a page that is not the last says of the next one. */
  readonly next: string | null;
  /** The most rows that may be asked for: a longer page is refused. */
  readonly longest: number;
}

export interface ReturnService {
  readonly baseUrl: string;
  readonly behaviour: { -readonly [Name in keyof ReturnBehaviour]: ReturnBehaviour[Name] };
  /** Bodies of the creations, in order. */
  readonly created: readonly Readonly<Record<string, unknown>>[];
  close(): Promise<void>;
}

const nature = { FS: 302, NC: 777 } as const;
const noteName = 'Nota de crédito';

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');

interface Made {
  readonly id: number;
  readonly our_reference: string;
  readonly doc_key: string;
  readonly body: object;
  readonly lines: readonly unknown[];
}

export async function startReturnService(
  change: Partial<ReturnBehaviour> = {},
): Promise<ReturnService> {
  const behaviour = {
    link: () => ({}),
    sign: 1 as const,
    reference: (sent: string) => sent,
    shows: (lines: readonly unknown[]) => lines,
    refuses: () => null,
    next: '?more' as string | null,
    longest: Infinity,
    ...change,
  };
  const created: Readonly<Record<string, unknown>>[] = [];
  const documents: Made[] = [];
  let last = 4_000;

  const sampleNote = () =>
    make({ document_nature_id: nature.NC, document_date: '2026-01-02', details: [] });

  function make(asked: Readonly<Record<string, unknown>>): Made {
    const isNote = asked.document_nature_id === nature.NC;
    const id = (last += 7);
    const code = isNote ? 'NCR' : 'FS';
    const key = `${code} L/${id}`;
    const lines = asked.details as readonly { base_qty: number; line_unit_value: number }[];
    const sum = lines.reduce(
      (all, line) => all + Math.round(line.base_qty * line.line_unit_value * 100),
      0,
    );
    const origin = documents.find(({ doc_key }) => doc_key === asked.document_reference);
    const our = textOf(asked.our_reference);
    const reference = isNote ? behaviour.reference(our) : our;
    const body = {
      ...{ id, doc_key: key, document_number: id, our_reference: reference, is_valued: true },
      ...{ document_date: textOf(asked.document_date), document_time: '10:00:00' },
      total_amount: ((isNote ? behaviour.sign : 1) * sum) / 100,
      ...{ total_due_amount: 0, due_date: '2026-01-02', is_tax_included: true },
      ...{ document_id: isNote ? 40 : 20, document_serie_id: 1, warehouse_id: 1 },
      document: { code, document_name: isNote ? noteName : 'Fatura simplificada' },
      document_serie: { code: 'L', description: '' },
      document_status_id: 1202,
      document_status: { code: 'F', description: 'Finalizado' },
      warehouse: { code: 1, description: '' },
      document_nature_id: isNote ? nature.NC : nature.FS,
      document_nature: { code, description: isNote ? noteName : 'Fatura simplificada' },
      party_id: 9,
      party: { class: 1601, code: 9, name: 'Consumidor final', fiscal_number: '999999990' },
      ...{ header_text: textOf(asked.header_text), footer_text: '' },
      document_reference: textOf(asked.document_reference),
      ...(isNote && origin && behaviour.link(origin.doc_key, origin.id)),
    };
    const made = { id, our_reference: reference, doc_key: key, body, lines };
    documents.push(made);
    return made;
  }

  function answer(method: string, url: URL, text: string): { status: number; body?: unknown } {
    if (method === 'POST' && url.pathname === '/documents/new/') {
      const asked = JSON.parse(text) as Readonly<Record<string, unknown>>;
      created.push(asked);
      const field = asked.document_nature_id === nature.NC ? behaviour.refuses(asked) : null;
      if (field === null) return { status: 201, body: make(asked).body };
      return { status: 400, body: { errors: [{ message: 'Não aceite', code: 'x', field }] } };
    }
    const id = Number(/^\/documents\/(\d+)\/$/.exec(url.pathname)?.[1] ?? 0);
    if (id > 0) {
      const found = documents.find((document) => document.id === id);
      if (!found) return { status: 404 };
      return { status: 200, body: { ...found.body, details: behaviour.shows(found.lines) } };
    }
    if (Number(url.searchParams.get('limit')) > behaviour.longest)
      return { status: 400, body: { errors: [{ message: 'x', code: 'x', field: 'limit' }] } };
    const search = url.searchParams.get('search') ?? '';
    const offset = Number(url.searchParams.get('offset') ?? 0);
    // A page is small, so that nobody takes the first for the whole.
    const limit = Math.min(2, Number(url.searchParams.get('limit') ?? 2));
    const isDescending = (url.searchParams.get('ordering') ?? '').startsWith('-');
    const found = documents
      .filter((one) => [one.our_reference, one.doc_key].some((text) => text.includes(search)))
      .toSorted((one, other) => (isDescending ? other.id - one.id : one.id - other.id));
    const next = offset + limit < found.length ? behaviour.next : null;
    const results = found.slice(offset, offset + limit).map(({ body }) => body);
    return {
      status: 200,
      body: { limit, offset, count: found.length, next, previous: null, results },
    };
  }

  // What the back office has made before: the till learns the kind from it.
  sampleNote();
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const url = new URL(request.url ?? '', 'http://service');
      const text = Buffer.concat(chunks).toString('utf8');
      const { status, body } = answer(request.method ?? 'GET', url, text);
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(body === undefined ? undefined : JSON.stringify(body));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    behaviour,
    created,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
