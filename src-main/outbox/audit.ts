// The audit: compares what the service holds of this till with what the till's file says: each
// document once, of its kind, with the total that it was confirmed with. It also reveals a file
// that is older than what was sent.
import type { DocumentDetail } from '../contract/documents.ts';
import { ok, type Result } from '../contract/errors.ts';
import type { AuditReport } from '../contract/outbox-report.ts';
import { referenceSchema } from '../contract/sales.ts';
import type { LookUpRow } from '../service/responses.ts';
import {
  auditFloor,
  confirmedAmong,
  confirmedBetween,
  isActedUpon,
  lostOf,
  nameDocuments,
  noteActedUpon,
  readLastAudit,
  saveAudit,
  sentAgain,
  type Confirmed,
} from '../store/audits.ts';
import { lastDayOf, lowestHighWaterMark, readSought } from '../store/doubts.ts';
import type { Store } from '../store/open.ts';
import { countConfirmedInTurns } from '../store/sale-counts.ts';
import { isNews } from '../store/follow-document.ts';
import { countSales } from '../store/sales.ts';
import { highestDocumentId, referencePrefixes } from '../store/till.ts';
import type { Clock } from '../clock.ts';
import type { DurableWrites } from './durable-writes.ts';
import { auditFinding } from './audit-findings.ts';
import { sightingOf, type Lists } from './lists.ts';
import { ShortTurns } from './short-turns.ts';
import * as v from 'valibot';

export interface AuditorOptions {
  readonly db: Store;
  readonly clock: Clock;
  readonly writes: DurableWrites;
  readonly settlingMs: number;
  /** Begins a reading of the lists. */
  readonly read: () => Lists;
  readonly getDocument: (id: number) => Promise<Result<DocumentDetail>>;
  /**
   * Called when the service holds documents that this file does not know: everything unsettled must
   * be doubted.
   */
  readonly onOlderFile: () => Promise<void>;
}

/** A document of one sale says nothing of another that was confirmed with the same id. */
const placeOf = (documentId: number, reference: string): string => `${documentId} ${reference}`;

/** The others are told as missing, and asked for when these are there. */
const mostAskedFor = 200;

export class Auditor {
  readonly #options: AuditorOptions;
  /** When this run first missed the documents of sales: each start begins that again. */
  #missedAtMs: ReadonlyMap<string, number> = new Map();

  constructor(options: AuditorOptions) {
    this.#options = options;
  }

  /**
   * Reads the lists back to a day before the last audit, and to the lowest high-water mark still
   * watched. Errors: those of the lists.
   */
  async audit(): Promise<Result<AuditReport>> {
    const { db, clock } = this.#options;
    const beganAtMs = clock.monotonicMs();
    const lists = this.#options.read();
    const newestId = highestDocumentId(db);
    const last = readLastAudit(db);
    const floor = Math.min(auditFloor(db), lowestHighWaterMark(db) ?? newestId);
    const read = await this.#read(lists, floor);
    if (!read.ok) return read;
    const { shown, doubtful } = read.value;
    // A difference stays an alarm until it is gone, however long ago the document was made.
    const older = confirmedAmong(db, [...(last?.missing ?? []), ...(last?.differing ?? [])], floor);
    const closer = await this.#closer(lists, [
      ...doubtful,
      ...older.map(({ reference }) => reference),
      ...sentAgain(db, clock.nowMs()),
      ...lostOf(db, clock.nowMs()),
    ]);
    if (!closer.ok) return closer;
    const { alarms, differing } = await this.compare(closer.value);
    for (const row of [...closer.value.values()].flat()) {
      shown.add(placeOf(row.id, row.ourReference));
    }
    await countConfirmedInTurns(db);
    const missing = await this.#missing(
      [...older, ...confirmedBetween(db, floor, newestId)].filter(
        ({ documentId, reference }) => !shown.has(placeOf(documentId, reference)),
      ),
      { lists, beganAtMs },
    );
    const report: AuditReport = {
      atMs: clock.nowMs(),
      checked: shown.size,
      confirmed: countSales(db).confirmed,
      ...missing,
      differing: [...differing],
      alarms,
    };
    await this.#options.writes.until(() => {
      saveAudit(db, report, newestId);
    });
    return ok(report);
  }

  /**
   * Reads everything that bears a prefix of this file. Its rows are enough for what is as it should
   * be; whatever else they name must be looked up.
   */
  async #read(
    lists: Lists,
    floor: number,
  ): Promise<Result<{ readonly shown: Set<string>; readonly doubtful: ReadonlySet<string> }>> {
    const { db, clock } = this.#options;
    const seen = new Set<string>();
    const shown = new Set<string>();
    const doubtful = new Set<string>();
    for (const prefix of referencePrefixes(db)) {
      const walked = await lists.walk({ search: prefix, downTo: floor }, (row) => {
        const { id, ourReference, summary } = row;
        if (!ourReference.startsWith(prefix)) return;
        const sale = readSought(db, ourReference);
        const lastDay = sale ? lastDayOf(sale, clock.nowMs()) : '';
        const isPlain =
          sale &&
          sale.state !== 'queued' &&
          !auditFinding(sale, sightingOf(sale, [row], lastDay)) &&
          !(summary && isNews(sale, summary, lastDay));
        if (!isPlain || seen.has(ourReference)) doubtful.add(ourReference);
        seen.add(ourReference);
        shown.add(placeOf(id, ourReference));
      });
      if (!walked.ok) return walked;
    }
    return ok({ shown, doubtful });
  }

  /**
   * Asks for each document that the lists did not show, by its id: they may be another user's, or
   * of the last days alone. What two audits have missed that are a settling time apart, and the
   * service says it does not have, is lost: a person is asked.
   */
  async #missing(
    candidates: readonly Confirmed[],
    { lists, beganAtMs }: { readonly lists: Lists; readonly beganAtMs: number },
  ): Promise<Pick<AuditReport, 'missing' | 'lost'>> {
    const { clock, writes, getDocument, settlingMs } = this.#options;
    const missedAtMs = new Map<string, number>();
    let mostAsked = mostAskedFor;
    const missing: string[] = [];
    const lost: string[] = [];
    for (const [index, { reference, documentId }] of candidates.entries()) {
      const isAsked = index < mostAsked;
      const ask = () => getDocument(documentId);
      const asked = isAsked ? await lists.patiently(ask, true) : null;
      const isThere = asked?.ok === true && asked.value.ourReference === reference;
      if (isThere) {
        await writes.follow(asked.value);
        continue;
      }
      missing.push(reference);
      const atMs = this.#missedAtMs.get(reference) ?? clock.monotonicMs();
      missedAtMs.set(reference, atMs);
      const isGone = asked && (asked.ok || asked.error.code === 'not_found');
      // A service that cannot say it of one document is not asked for each of the others.
      if (isGone === false) mostAsked = 0;
      if (!isGone || beganAtMs - atMs < settlingMs) continue;
      lost.push(reference);
      const evidence = { kind: 'missing', documentId } as const;
      const step = { reference, event: 'missing', evidence, atMs: clock.nowMs() } as const;
      await writes.recordFrom('confirmed', step);
    }
    this.#missedAtMs = missedAtMs;
    return { missing, lost };
  }

  async #closer(
    lists: Lists,
    references: readonly string[],
  ): Promise<Result<ReadonlyMap<string, readonly LookUpRow[]>>> {
    const { db } = this.#options;
    const byReference = new Map<string, readonly LookUpRow[]>();
    for (const reference of new Set(references)) {
      // For a document that this file does not know, it is enough to know that it exists.
      const isKnown = readSought(db, reference) !== undefined;
      const found = isKnown ? await lists.bearing(reference) : ok([]);
      if (!found.ok) return found;
      byReference.set(reference, found.value);
    }
    return ok(byReference);
  }

  /** Acts on every document that does not fit what the file says of its sale. */
  async compare(
    byReference: ReadonlyMap<string, readonly LookUpRow[]>,
  ): Promise<{ readonly alarms: number; readonly differing: readonly string[] }> {
    const { db, clock, writes } = this.#options;
    const turns = new ShortTurns();
    const differing: string[] = [];
    const unknown: string[] = [];
    let alarms = 0;
    for (const [reference, rows] of byReference) {
      await turns.rest();
      const sale = readSought(db, reference);
      if (!sale || sale.state === 'queued') {
        // A sale that was tried in vain is searched for as well, and has no document then.
        const isShown = !sale || rows.length > 0;
        if (isShown && v.is(referenceSchema, reference)) unknown.push(reference);
        continue;
      }
      const found = sightingOf(sale, rows, lastDayOf(sale, clock.nowMs()));
      const { evidence, documentIds, document, differences } = found;
      const event = auditFinding(sale, found);
      if (event === 'differs') differing.push(reference);
      else if (event === 'named') {
        await writes.until(() => {
          nameDocuments(db, reference, documentIds);
        });
      } else if (event) {
        const isFound = event === 'found' && document;
        const step = { reference, event, evidence, documentIds, atMs: clock.nowMs() };
        const isNew = await writes.recordFrom(sale.state, {
          ...step,
          ...(isFound && { document, differences }),
        });
        if (isNew && event === 'found_second') alarms += 1;
      }
      for (const { summary } of rows) if (summary) await writes.follow(summary);
    }
    const news = unknown.filter((reference) => !isActedUpon(db, reference));
    if (news.length > 0) {
      await this.#options.onOlderFile();
      await writes.until(() => {
        noteActedUpon(db, news);
      });
    }
    return { alarms, differing };
  }
}
