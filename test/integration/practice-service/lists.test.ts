// The five lists and their query: service-api, Endpoints (Documents) and Page of results.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import { call, fieldsOf, sale, startRig, text, type Json, type Reply, type Rig } from './rig.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

async function list(path: string): Promise<Reply> {
  const reply = await rig.get(path, rig.token);
  expect(reply.status).toBe(200);
  return reply;
}

function results(reply: Reply): Json[] {
  return reply.json.results as unknown as Json[];
}

async function naturesOf(path: string): Promise<string[]> {
  const codes = results(await list(`${path}?limit=500`)).map((row) => text(row.document?.code));
  return [...new Set(codes)].sort();
}

describe('Endpoints, Documents: natures included', () => {
  it.each([
    ['/documents/sales/', ['FR', 'FS', 'FT', 'NC', 'ND']],
    ['/documents/sales_guides/', ['GR', 'GT']],
    ['/documents/stocks/', ['EST', 'SST', 'TRF']],
    ['/documents/working_documents/', ['FO', 'NE', 'OR']],
  ])('%s shows its own natures', async (path, natures) => {
    expect(await naturesOf(path)).toEqual(natures);
  });

  it('/documents/ shows the natures of the other four, and so no purchases', async () => {
    const counts = await Promise.all(
      ['sales/', 'sales_guides/', 'stocks/', 'working_documents/'].map(async (group) =>
        Number((await list(`/documents/${group}`)).json.count),
      ),
    );
    const sum = counts.reduce((total, count) => total + count, 0);
    expect((await list('/documents/')).json.count).toBe(sum);
    expect(await naturesOf('/documents/')).not.toContain('VFT');
  });

  it('shows nothing of another company', async () => {
    const { username, password } = practiceAccount;
    const token = await rig.signIn({ username, password, company_code: 'CAIS' });
    const created = await rig.create(sale({ our_reference: 'SO-DO-CAIS' }), token);
    const search = '/documents/?search=SO-DO-CAIS';
    expect((await rig.get(search, token)).json.count).toBe(1);
    expect((await list(search)).json.count).toBe(0);
    const id = Number(created.json.id);
    expect(await rig.get(`/documents/${id}/`, rig.token)).toMatchObject({ status: 404, text: '' });
  });
});

describe('Resources, Document summary', () => {
  it('has the documented fields and no others', async () => {
    const { json } = await rig.create(sale({ our_reference: 'RESUMO', salesman_id: 101 }));
    const [summary] = results(await list('/documents/?search=RESUMO'));
    expect(summary).toEqual({
      id: json.id,
      doc_key: json.doc_key,
      document_date: '2026-03-16',
      document_time: '10:30:00.250000',
      document_number: json.document_number,
      our_reference: 'RESUMO',
      is_valued: true,
      total_amount: 3.35,
      total_due_amount: 0,
      due_date: '2026-03-16',
      document_id: 2,
      document: { code: 'FS', document_name: 'Fatura simplificada' },
      document_serie_id: json.document_serie_id,
      document_serie: { code: '2026A', description: 'Caixa 1, 2026' },
      document_status_id: 1202,
      document_status: { code: 'F', description: 'Finalizado' },
      warehouse_id: 101,
      warehouse: { code: 1, description: 'Loja' },
      document_nature_id: 302,
      document_nature: { code: 'FS', description: 'Fatura simplificada' },
      party_id: json.party_id,
      party: { class: 1601, code: 1, name: 'Consumidor final', fiscal_number: '999999990' },
    });
  });

  it('has no party for a stock document', async () => {
    const [entry] = results(await list('/documents/stocks/?document_nature=502&limit=1'));
    expect(entry).toMatchObject({ party_id: null, party: null });
  });
});

describe('Resources, Page of results', () => {
  it('limit and offset choose the records, and the pages together are the whole list', async () => {
    const whole = results(await list('/documents/sales/?limit=500&ordering=id'));
    const paged: Json[] = [];
    let address: string | null = `${rig.service.baseUrl}/documents/sales/?limit=70&ordering=id`;
    while (address !== null) {
      const reply: Reply = await call(address, { token: rig.token });
      expect(reply.json.count).toBe(whole.length);
      paged.push(...results(reply));
      address = reply.json.next as unknown as string | null;
    }
    expect(paged).toEqual(whole);
  });

  it('next and previous are full addresses that keep the other parameters', async () => {
    const { json } = await list(
      '/documents/?ordering=-doc_key&search=fatura%20simplificada&limit=10&offset=15',
    );
    const kept = 'ordering=-doc_key&search=fatura+simplificada&limit=10';
    expect(json).toMatchObject({
      limit: 10,
      offset: 15,
      next: `${rig.service.baseUrl}/documents/?${kept}&offset=25`,
      previous: `${rig.service.baseUrl}/documents/?${kept}&offset=5`,
    });
  });

  it('previous is null on the first page, and next on the last', async () => {
    const first = (await list('/documents/?limit=100')).json;
    expect([first.previous, first.offset]).toEqual([null, 0]);
    const count = Number(first.count);
    const last = (await list(`/documents/?limit=10&offset=${count - 10}`)).json;
    expect(last.next).toBeNull();
    expect(last.results).toHaveLength(10);
  });

  it('an offset past the end is an empty page that leads back', async () => {
    const { json } = await list('/documents/?limit=10&offset=100000');
    expect(json).toMatchObject({ results: [], next: null });
    expect(json.previous).toContain('offset=99990');
  });

  it('the page before a small offset begins at 0', async () => {
    const { json } = await list('/documents/?limit=10&offset=5');
    expect(json.previous).toMatch(/offset=0$/);
  });

  it('limit is the page size used, which has a default and a largest value', async () => {
    expect((await list('/documents/')).json).toMatchObject({ limit: 20, offset: 0 });
    expect((await list('/documents/?limit=100000')).json.limit).toBe(500);
  });
});

describe('Endpoints, Documents: ordering', () => {
  const fields = ['id', 'doc_key', 'document_date', 'document_time'] as const;

  it.each(fields)('by %s, both ways, equal values by id', async (field) => {
    const rising = results(await list(`/documents/?limit=500&ordering=${field}`));
    const sorted = rising.toSorted((a, b) => {
      const [x, y] = [a[field], b[field]] as unknown as [string, string];
      return x < y ? -1 : x > y ? 1 : Number(a.id) - Number(b.id);
    });
    expect(rising.length).toBeGreaterThan(200);
    expect(rising).toEqual(sorted);
    const falling = results(await list(`/documents/?limit=500&ordering=-${field}`));
    expect(falling).toEqual(rising.toReversed());
  });
});

describe('Endpoints, Documents: search', () => {
  let reference = '';
  beforeAll(async () => {
    const created = await rig.create({
      document_nature_code: 'FT',
      our_reference: 'Zq7-Xy%_"\'9',
      party_fiscal_number: '231450788',
      salesman_id: 102,
      details: [{ code: 'GINJA', base_qty: 1, line_unit_value: 11.9 }],
      finalize: true,
    });
    reference = text(created.json.our_reference);
  });

  it.each([
    ['doc_key', (row: Json) => text(row.doc_key)],
    ['document_name', () => 'Fatura'],
    ['our_reference', () => 'q7-Xy%_"\'9'],
    ['party_fiscal_number', () => '31450788'],
    ['party_name', () => 'joão antunes'],
    ['salesman_name', () => 'ui balc'],
    ['the description of a line', () => 'Ginjinha de Ó'],
  ])('finds what contains the term in %s', async (_field, term) => {
    const [made] = results(await list(`/documents/?search=${encodeURIComponent(reference)}`));
    if (made === undefined) throw new Error('The document is not listed.');
    const found = results(
      await list(`/documents/?limit=500&search=${encodeURIComponent(term(made))}`),
    );
    expect(found.map((row) => row.id)).toContain(made.id);
  });

  it('finds nothing else', async () => {
    expect((await list(`/documents/?search=${encodeURIComponent(reference)}`)).json.count).toBe(1);
    expect((await list('/documents/?search=xy%25_%22x')).json.count).toBe(0);
  });

  it('takes the descriptions of the lines into account from 3 characters on', async () => {
    const created = await rig.create(
      sale({ details: [{ code: 'QUEIJADA', base_qty: 1, line_unit_value: 1.3 }] }),
    );
    const finds = async (term: string) =>
      results(await list(`/documents/?limit=500&search=${term}`)).some(
        (row) => row.id === created.json.id,
      );
    expect([await finds('eij'), await finds('ei')]).toEqual([true, false]);
  });

  it('an empty term filters nothing', async () => {
    const all = await list('/documents/');
    expect((await list('/documents/?search=')).json.count).toBe(all.json.count);
  });

  it('does not match across two fields', async () => {
    await rig.create(sale({ our_reference: 'ABC', document_reference: 'XYZ' }));
    expect((await list('/documents/?search=ABCXYZ')).json.count).toBe(0);
  });
});

describe('Endpoints, Documents: filters', () => {
  it('document_nature keeps one nature', async () => {
    const rows = results(await list('/documents/?limit=500&document_nature=353'));
    expect(new Set(rows.map((row) => row.document_nature_id))).toEqual(new Set([353]));
  });

  it('document_nature of another list finds nothing', async () => {
    expect((await list('/documents/sales/?document_nature=353')).json.count).toBe(0);
  });

  it('document_status keeps one status', async () => {
    const counted = async (status: number) =>
      Number((await list(`/documents/?document_status=${status}`)).json.count);
    const counts = [await counted(1201), await counted(1202), await counted(1203)];
    expect(Math.min(...counts)).toBeGreaterThan(0);
    const all = Number((await list('/documents/')).json.count);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(all);
    const [draft] = results(await list('/documents/?document_status=1203&limit=1'));
    expect(draft).toMatchObject({ document_status_id: 1203, document_status: { code: 'P' } });
  });

  it('filters, search and ordering go together', async () => {
    const rows = results(
      await list('/documents/?document_nature=302&document_status=1202&search=EX-&ordering=id'),
    );
    expect(rows.length).toBeGreaterThan(10);
    expect(rows.every((row) => text(row.our_reference).startsWith('EX-'))).toBe(true);
  });
});

describe('Errors, the query of a list', () => {
  it('names every parameter that does not fit', async () => {
    const query =
      'limit=0&offset=-1&ordering=total_amount&document_nature=FS&document_status=1.5&search=ok';
    expect(fieldsOf(await rig.get(`/documents/?${query}`, rig.token)).sort()).toEqual([
      'document_nature',
      'document_status',
      'limit',
      'offset',
      'ordering',
    ]);
  });
});
