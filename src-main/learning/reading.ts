// One reading of the shop's newest documents: lists and documents one at a time, each waited for
// until the service gives it, refuses it, or a person says stop.
import type { Clock } from '../clock.ts';
import type { DocumentList } from '../contract/documents.ts';
import { err, type AppError, type Result } from '../contract/errors.ts';
import type { Turns } from '../contract/turns.ts';
import { growingWaitMs, longestRetryAfterMs } from '../outbox/timing.ts';
import { isRecord } from '../service/json-object.ts';

/** The service, with the till's own token. */
export interface LearningService {
  list(
    query: { readonly list: DocumentList; readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ): Promise<Result<unknown>>;
  get(id: number, isExtended: boolean, signal: AbortSignal): Promise<Result<unknown>>;
  /** It could not be reached when it was asked last. */
  isAway(): boolean;
}

const waits = { firstMs: 1_000, capMs: 60_000 };
/** How soon it is looked whether the sale is over. */
const giveWayMs = 250;
/** Of failures one after another while the service is there for others. */
const mostFailures = 5;

export interface AskingOptions {
  readonly clock: Clock;
  readonly turns: Turns;
  /** A sale is being made or sent. */
  readonly mustWait: () => boolean;
  readonly isAway: () => boolean;
  /** Null: it goes on. */
  readonly onWaiting: (why: 'sale' | AppError | null) => void;
}

/**
 * Asks until it is answered or refused, giving way to sales. Errors: `overtaken` where the signal
 * aborts, `token_refused`, `not_signed_in`, and what the service refuses with.
 */
export async function askPatiently<Value>(
  { clock, turns, mustWait, isAway, onWaiting }: AskingOptions,
  ask: () => Promise<Result<Value>>,
  signal: AbortSignal,
): Promise<Result<Value>> {
  let failures = 0;
  let failuresHere = 0;
  for (;;) {
    while (!signal.aborted && mustWait()) {
      onWaiting('sale');
      await clock.sleep(giveWayMs, signal);
    }
    if (signal.aborted) return err({ code: 'overtaken' });
    onWaiting(null);
    const answer = await turns.take(ask);
    if (answer.ok || !mayPass(answer.error)) return answer;
    failures += 1;
    if (!isAway()) failuresHere += 1;
    const { error } = answer;
    const askedMs = error.code === 'service_busy' ? (error.retryAfterMs ?? 0) : 0;
    if (failuresHere >= mostFailures && error.code !== 'service_busy') return answer;
    onWaiting(error);
    const waitMs = Math.max(
      growingWaitMs(failures, waits, Math.random()),
      Math.min(askedMs, longestRetryAfterMs),
    );
    await clock.sleep(waitMs, signal);
  }
}

/** What may be otherwise in a while. */
const mayPass = ({ code }: AppError): boolean =>
  code === 'service_unreachable' || code === 'service_busy';

export interface Rows {
  readonly rows: readonly unknown[];
  readonly hasNext: boolean;
  /** Of all pages; null where the service does not say. */
  readonly count: number | null;
}

/** More than was asked for is not looked at: the rest comes with the next page. */
const mostRows = 200;

/** A page of a list, whatever is in it. */
export function rowsOfPage(body: unknown, offset: number): Rows {
  const page = Array.isArray(body) ? { results: body } : body;
  if (!isRecord(page) || !Array.isArray(page.results)) {
    return { rows: [], hasNext: false, count: null };
  }
  const rows: readonly unknown[] = page.results.slice(0, mostRows);
  const { count, next } = page;
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count >= 0;
  const isCut = rows.length < page.results.length;
  // What does not say whether there is more is asked for it, until nothing comes.
  const goesOn = next === undefined ? !isCount || offset + rows.length < count : next !== null;
  return { rows, hasNext: rows.length > 0 && (isCut || goesOn), count: isCount ? count : null };
}
