// The audit: compares what the service holds of this till with what the till's file says: each
// document once, of its kind, with the total that it was confirmed with. It also reveals a file
// that is older than what was sent.
import type { DocumentDetail } from '../contract/documents.ts';
import { ok, type Result } from '../contract/errors.ts';
import type { AuditReport } from '../contract/outbox-report.ts';
import { referenceSchema, type SaleSummary } from '../contract/sales.ts';
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
import { countConfirmedInTurns } from '../store/sale-counts.ts';
import { isNews } from '../store/follow-document.ts';
import { countSales, requireSale } from '../store/sales.ts';
import { highestDocumentId, referencePrefixes } from '../store/till.ts';
import type { DurableWrites } from './durable-writes.ts';
import type { Lists } from './lists.ts';
import { ShortTurns } from './short-turns.ts';
import { auditFinding, sightingOf } from './sightings.ts';
import * as v from 'valibot';

export interface AuditorOptions {
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

/** Shown alone, a document may lack its reference: then its key tells. */
const isOwn = ({ ourReference, docKey }: DocumentDetail, sale: SaleSummary): boolean =>
  ourReference === '' ? docKey === sale.docKey : ourReference === sale.reference;

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
   * watched. `isMissingNew`: something is missing that no earlier audit of this run has missed.
   * Errors: those of the lists.
   */
  async audit(): Promise<Result<AuditReport & { readonly isMissingNew: boolean }>> {
    const { writes, read } = this.#options;
    const { db, clock } = writes;
    const beganAtMs = clock.monotonicMs();
    const lists = read();
    const newestId = highestDocumentId(db);
    const last = readLastAudit(db);
    const floor = Math.min(auditFloor(db), lowestHighWaterMark(db) ?? newestId);
    const reading = await this.#readListed(lists, floor);
    if (!reading.ok) return reading;
    const { shownPlaces, doubtful } = reading.value;
    // A difference stays an alarm until it is gone, however long ago the document was made.
    const older = confirmedAmong(db, [...(last?.missing ?? []), ...(last?.differing ?? [])], floor);
    const closer = await this.#lookCloser(lists, [
      ...doubtful,
      ...older.map(({ reference }) => reference),
      ...sentAgain(db, clock.nowMs()),
      ...lostOf(db, clock.nowMs()),
    ]);
    if (!closer.ok) return closer;
    const comparison = await this.compare(closer.value);
    for (const row of [...closer.value.values()].flat()) {
      shownPlaces.add(placeOf(row.id, row.ourReference));
    }
    await countConfirmedInTurns(db);
    const unseen = [...older, ...confirmedBetween(db, floor, newestId)].filter(
      ({ documentId, reference }) => !shownPlaces.has(placeOf(documentId, reference)),
    );
    const { isMissingNew, ...missingDocuments } = await this.#askForMissing(
      unseen,
      lists,
      beganAtMs,
    );
    const checked = shownPlaces.size;
    const { confirmed } = countSales(db);
    const report = { atMs: clock.nowMs(), checked, confirmed, ...missingDocuments, ...comparison };
    await writes.until(() => {
      saveAudit(db, report, newestId);
    });
    return ok({ ...report, isMissingNew });
  }

  /**
   * Reads everything that bears a prefix of this file. Its rows are enough for what is as it should
   * be; whatever else they name must be looked up.
   */
  async #readListed(
    lists: Lists,
    floor: number,
  ): Promise<Result<{ readonly shownPlaces: Set<string>; readonly doubtful: Set<string> }>> {
    const { db, clock } = this.#options.writes;
    const references = new Set<string>();
    const shownPlaces = new Set<string>();
    const doubtful = new Set<string>();
    for (const prefix of referencePrefixes(db)) {
      const walk = await lists.walk({ search: prefix, downTo: floor }, (row) => {
        const { id, ourReference, summary } = row;
        if (!ourReference.startsWith(prefix)) return;
        const sale = readSought(db, ourReference);
        const lastDay = sale ? lastDayOf(sale, clock.nowMs()) : '';
        const isPlain =
          sale &&
          sale.state !== 'queued' &&
          !auditFinding(sale, sightingOf(sale, [row], lastDay)) &&
          !(summary && isNews(sale, summary, lastDay));
        if (!isPlain || references.has(ourReference)) doubtful.add(ourReference);
        references.add(ourReference);
        shownPlaces.add(placeOf(id, ourReference));
      });
      if (!walk.ok) return walk;
    }
    return ok({ shownPlaces, doubtful });
  }

  /**
   * Asks for each document that the lists did not show, by its id: they may be another user's, or
   * of the last days alone. What two audits have missed that are a settling time apart, and the
   * service says it does not have, is lost: a person is asked.
   */
  async #askForMissing(unseen: readonly Confirmed[], lists: Lists, beganAtMs: number) {
    const { writes, getDocument, settlingMs } = this.#options;
    const { clock, db } = writes;
    const missedAtMs = new Map<string, number>();
    const lost: string[] = [];
    let mostAsked = mostAskedFor;
    for (const [index, { reference, documentId }] of unseen.entries()) {
      const ask = () => getDocument(documentId);
      const answer = index < mostAsked ? await lists.patiently(ask, true) : null;
      if (answer?.ok === true && isOwn(answer.value, requireSale(db, reference))) {
        await writes.follow(answer.value);
        continue;
      }
      const atMs = this.#missedAtMs.get(reference) ?? clock.monotonicMs();
      missedAtMs.set(reference, atMs);
      const isGone = answer && (answer.ok || answer.error.code === 'not_found');
      // A service that cannot say it of one document is not asked for each of the others.
      if (isGone === false) mostAsked = 0;
      if (!isGone || beganAtMs - atMs < settlingMs) continue;
      lost.push(reference);
      const evidence = { kind: 'missing', documentId } as const;
      const step = { reference, event: 'missing', evidence, atMs: clock.nowMs() } as const;
      await writes.recordFrom('confirmed', step);
    }
    const missing = [...missedAtMs.keys()];
    const isMissingNew = missing.some((reference) => !this.#missedAtMs.has(reference));
    this.#missedAtMs = missedAtMs;
    return { missing, lost, isMissingNew };
  }

  async #lookCloser(
    lists: Lists,
    references: readonly string[],
  ): Promise<Result<ReadonlyMap<string, readonly LookUpRow[]>>> {
    const byReference = new Map<string, readonly LookUpRow[]>();
    for (const reference of new Set(references)) {
      // For a document that this file does not know, it is enough to know that it exists.
      const isKnown = readSought(this.#options.writes.db, reference) !== undefined;
      const rows = isKnown ? await lists.bearing(reference) : ok([]);
      if (!rows.ok) return rows;
      byReference.set(reference, rows.value);
    }
    return ok(byReference);
  }

  /** Acts on every document that does not fit what the file says of its sale. */
  async compare(
    byReference: ReadonlyMap<string, readonly LookUpRow[]>,
  ): Promise<Pick<AuditReport, 'alarms' | 'differing'>> {
    const { writes, onOlderFile } = this.#options;
    const { db, clock } = writes;
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
        const isUnknown = isShown && v.is(referenceSchema, reference);
        if (isUnknown && !isActedUpon(db, reference)) unknown.push(reference);
        continue;
      }
      const sighting = sightingOf(sale, rows, lastDayOf(sale, clock.nowMs()));
      const { evidence, documentIds, document, differences } = sighting;
      const event = auditFinding(sale, sighting);
      if (event === 'differs') differing.push(reference);
      else if (event === 'named') {
        await writes.until(() => {
          nameDocuments(db, reference, documentIds);
        });
      } else if (event) {
        const step = { reference, event, evidence, documentIds, atMs: clock.nowMs() };
        const foundDocument = event === 'found' && document ? { document, differences } : {};
        const isNew = await writes.recordFrom(sale.state, { ...step, ...foundDocument });
        if (isNew && event === 'found_second') alarms += 1;
      }
      for (const { summary } of rows) if (summary) await writes.follow(summary);
    }
    if (unknown.length > 0) {
      await onOlderFile();
      await writes.until(() => {
        noteActedUpon(db, unknown);
      });
    }
    return { alarms, differing };
  }
}
