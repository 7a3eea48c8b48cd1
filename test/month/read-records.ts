// Reads what the till's and the service's files hold after the month: plain rows, read without the
// till’s code.
import Database from 'better-sqlite3';
import type { DaySnapshot } from '../../src-main/contract/day-report.ts';
import { figuresJob } from '../../src-main/figures/read-figures.ts';
import type { MonthFiles } from './month-till.ts';

interface SaleRow {
  readonly reference: string;
  readonly shiftId: number | null;
  readonly state: string;
  readonly totalCents: number;
  readonly cashCents: number | null;
  /** The requested kind: FS at the counter. */
  readonly kind: string;
  /** The reference of the sale that a return takes back from; null for every other sale. */
  readonly returnOf: string | null;
}

interface NamedDocument {
  readonly reference: string;
  readonly totalCents: number;
  readonly docKey: string;
  /** The key of the document that a credit note names; empty for every other document. */
  readonly returnOf: string;
}

export interface ZRow {
  readonly zId: number;
  readonly shiftId: number;
  readonly installation: string;
  readonly number: number;
  readonly previousHash: Buffer;
  readonly hash: Buffer;
  readonly text: string;
  readonly snapshot: DaySnapshot;
}

export interface Records {
  readonly shifts: readonly {
    readonly shiftId: number;
    readonly date: string;
    readonly closedAtMs: number | null;
    readonly floatCents: number;
  }[];
  readonly sales: readonly SaleRow[];
  readonly movements: readonly {
    readonly shiftId: number;
    readonly direction: 'in' | 'out';
    readonly amountCents: number;
  }[];
  readonly counts: readonly {
    readonly shiftId: number;
    readonly purpose: string;
    readonly countedCents: number;
    readonly pieces: string;
  }[];
  readonly zReports: readonly ZRow[];
  readonly addenda: readonly {
    readonly zId: number;
    readonly reference: string;
    readonly state: string;
    readonly serviceTotalCents: number | null;
  }[];
  /** This till's documents at the service. */
  readonly documents: readonly NamedDocument[];
  /** What the product's figures of each month say. */
  readonly figures: readonly { readonly soldCents: number; readonly returnedCents: number }[];
}

const monthsOf = (shifts: readonly { readonly date: string }[]): readonly string[] => [
  ...new Set(shifts.map(({ date }) => `${date.slice(0, 7)}-01`)),
];

export function readRecords(files: MonthFiles): Records {
  const till = new Database(files.till, { readonly: true });
  const service = new Database(files.service, { readonly: true });
  const rows = <Row>(sql: string): Row[] => till.prepare<[], Row>(sql).all();
  try {
    return {
      shifts: rows(`SELECT shift_id AS shiftId, date, closed_at_ms AS closedAtMs,
        float_cents AS floatCents FROM shift ORDER BY shift_id`),
      sales: rows(`SELECT reference, shift_id AS shiftId, state, total_cents AS totalCents,
        cash_cents AS cashCents, requested_kind AS kind,
        content ->> '$.returned.origin.reference' AS returnOf FROM sale ORDER BY sale_id`),
      movements: rows(`SELECT shift_id AS shiftId, direction, amount_cents AS amountCents
        FROM cash_movement ORDER BY movement_id`),
      counts: rows(`SELECT shift_id AS shiftId, purpose, counted_cents AS countedCents,
        count AS pieces FROM drawer_count ORDER BY count_id`),
      zReports: rows<Omit<ZRow, 'snapshot'>>(`SELECT z_id AS zId, shift_id AS shiftId,
        installation, number, previous_hash AS previousHash, hash, snapshot AS text
        FROM z_report ORDER BY z_id`).map((row) => ({
        ...row,
        snapshot: JSON.parse(row.text) as DaySnapshot,
      })),
      addenda: rows(`SELECT z_id AS zId, reference, state,
        service_total_cents AS serviceTotalCents FROM z_addendum ORDER BY addendum_id`),
      documents: service
        .prepare<[], Records['documents'][number]>(
          `SELECT substr(our_reference, 1, 17) AS reference, total_cents AS totalCents,
             doc_key AS docKey, iif(nature_id = 304, document_reference, '') AS returnOf
           FROM documents WHERE our_reference LIKE 'CF-%' ORDER BY id`,
        )
        .all(),
      figures: monthsOf(rows('SELECT date FROM shift')).map((date) => {
        const job = { file: files.till, date, nowMs: 0, products: 1 };
        const { sold, returned } = figuresJob({ ...job, period: 'month' });
        const returnedCents = returned.reduce((sum, one) => sum + one.totalCents, 0);
        return { soldCents: sold.totalCents, returnedCents };
      }),
    };
  } finally {
    till.close();
    service.close();
  }
}
