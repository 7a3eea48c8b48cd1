// Which documents can be created, and what becomes of them: service-api, Create a document.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { practiceAccount } from '../../../src-main/practice-service/accounts.ts';
import { credentialsOf, sale, startOfTests, startRig, type Rig } from './rig.ts';

let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

const line = { code: 'CAFE', base_qty: 1, line_unit_value: 0.8 };
describe('Endpoints, Create a document: type, nature and serie', () => {
  it('document_nature_id is required when document_id is absent', async () => {
    expect(await rig.refusedFields(sale({ document_nature_id: undefined }))).toEqual([
      'document_nature_id',
    ]);
  });

  it('document_id alone is enough', async () => {
    const json = await rig.created(sale({ document_nature_id: undefined, document_id: 3 }));
    expect(json.document?.code).toBe('FR');
  });

  it('document_nature_code replaces document_nature_id', async () => {
    const json = await rig.created(sale({ document_nature_id: 302, document_nature_code: 'FR' }));
    expect(json.document_nature?.code).toBe('FR');
    expect(
      (await rig.created(sale({ document_nature_id: 1, document_nature_code: 'FS' }))).id,
    ).toEqual(expect.any(Number));
  });

  it('document_id goes before the nature', async () => {
    const json = await rig.created(sale({ document_id: 3, document_nature_id: 302 }));
    expect(json.document?.code).toBe('FR');
  });

  it.each(['document_id', 'document_nature_id', 'document_nature_code'])(
    'an unknown %s is refused',
    async (field) => {
      const value = field === 'document_nature_code' ? 'XX' : 999;
      expect(await rig.refusedFields(sale({ [field]: value }))).toEqual([field]);
    },
  );

  it('document_serie_id is effective only together with document_id', async () => {
    const secondTill = await rig.signIn({ ...credentialsOf(practiceAccount), till_code: '2' });
    const other = await rig.created(sale(), secondTill);
    const serie = { document_serie_id: other.document_serie_id };
    expect(other.document_serie?.code).toBe('2026B');
    expect((await rig.created(sale(serie))).document_serie?.code).toBe('2026A');
    expect((await rig.created(sale({ ...serie, document_id: 2 }))).document_serie?.code).toBe(
      '2026B',
    );
  });

  it('an unknown document_serie_id is refused together with document_id, and otherwise ignored', async () => {
    expect(await rig.refusedFields(sale({ document_id: 2, document_serie_id: 9999 }))).toEqual([
      'document_serie_id',
    ]);
    expect((await rig.created(sale({ document_serie_id: 9999 }))).document_serie?.code).toBe(
      '2026A',
    );
  });

  it('a serie of another document type is refused', async () => {
    const { document_serie_id } = await rig.created(sale({ document_id: 3 }));
    expect(await rig.refusedFields(sale({ document_id: 2, document_serie_id }))).toEqual([
      'document_serie_id',
    ]);
  });
});

describe('Resources, Document: the key', () => {
  it('is made of the document code, the series code and the number, which has no gaps', async () => {
    const numbers: number[] = [];
    for (const body of [sale(), sale({ payments: [] }), sale({ finalize: false }), sale()]) {
      const reply = await rig.create(body);
      if (reply.status === 201 && reply.json.document_number !== (0 as unknown)) {
        expect(reply.json.doc_key).toBe(`FS 2026A/${Number(reply.json.document_number)}`);
        numbers.push(Number(reply.json.document_number));
      }
    }
    expect(numbers).toHaveLength(2);
    expect(numbers[1]).toBe((numbers[0] ?? 0) + 1);
  });

  it('counts from 1 in the series of a new year', async () => {
    rig.setNow('2027-01-01T00:00:01Z');
    expect((await rig.created(sale())).doc_key).toBe('FS 2027A/1');
    rig.setNow(startOfTests);
  });
});

describe('States and transitions', () => {
  it('finalize makes a finalized document, of another status for stock', async () => {
    expect(await rig.created(sale())).toMatchObject({
      document_status_id: 1202,
      document_status: { code: 'F' },
    });
    expect(
      await rig.created({ document_nature_id: 502, details: [line], finalize: true }),
    ).toMatchObject({ document_status_id: 1201, document_status: { code: 'F' } });
  });

  it('without finalize the document exists, is not finalized and has no number yet', async () => {
    for (const finalize of [false, undefined]) {
      const our_reference = `RASCUNHO-${String(finalize)}`;
      const json = await rig.created(sale({ finalize, our_reference }));
      expect(json).toMatchObject({ document_status_id: 1203, document_number: 0 });
      expect(json.document_status?.code).not.toBe('F');
      const found = await rig.get(`/documents/?search=${our_reference}`, rig.token);
      expect(found.json.results).toMatchObject([{ id: json.id, our_reference }]);
    }
  });

  it.each(['FS', 'FR'])('%s needs payments to be finalized', async (code) => {
    const body = sale({ document_nature_code: code, payments: undefined });
    expect(await rig.refusedFields(body)).toEqual(['payments']);
    expect(await rig.refusedFields({ ...body, payments: [] })).toEqual(['payments']);
    expect((await rig.created({ ...body, finalize: false })).document_status_id).toBe(1203);
  });

  it.each(['FT', 'NC', 'ND', 'GR', 'GT', 'OR', 'NE', 'FO', 'EST', 'SST', 'TRF'])(
    '%s is finalized without payments',
    async (code) => {
      const json = await rig.created(sale({ document_nature_code: code, payments: undefined }));
      expect(json).toMatchObject({ document: { code }, document_status: { code: 'F' } });
    },
  );

  it('a document without lines is not finalized', async () => {
    expect(await rig.refusedFields(sale({ details: [] }))).toEqual(['details']);
    expect((await rig.created(sale({ details: undefined, finalize: false }))).total_amount).toBe(0);
  });
});
