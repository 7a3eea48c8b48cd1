// One reading of the shop's newest documents. It asks for lists and documents one at a time, and
// waits for each until the service gives it, refuses it, or a person says stop.
import { type Clock, growingWaitMs } from '../clock.ts';
import type { DocumentList } from '../contract/documents.ts';
import { err, type AppError, type Result } from '../contract/errors.ts';
import type { Turns } from '../contract/turns.ts';
import { longestRetryAfterMs } from '../outbox/timing.ts';
import { isRecord } from '../service/json-object.ts';

/** The service, with the till's own token. */
export interface LearningService {
  list(
    query: { readonly list: DocumentList; readonly limit: number; readonly offset: number },
    signal: AbortSignal,
  ): Promise<Result<unknown>>;
  get(id: number, isExtended: boolean, signal: AbortSignal): Promise<Result<unknown>>;
  /** True if the service could not be reached when it was asked last. */
  isAway(): boolean;
}

const waits = { firstMs: 1_000, capMs: 60_000 };
/** How often it is checked whether the sale is over. */
const giveWayMs = 250;
/** How many failures in a row end the asking, while the service is there for others. */
const mostFailures = 5;

export interface AskingOptions {
  readonly clock: Clock;
  readonly turns: Turns;
  /** True while a sale is being made or sent. */
  readonly mustWait: () => boolean;
  readonly isAway: () => boolean;
  /** Tells what the reading waits for; null when it goes on. */
  readonly onWaiting: (why: 'sale' | AppError | null) => void;
}

/**
 * Asks until the service answers or refuses, giving way to sales. Errors: `overtaken` if the signal
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
    const waitMs = Math.max(growingWaitMs(failures, waits), Math.min(askedMs, longestRetryAfterMs));
    await clock.sleep(waitMs, signal);
  }
}

/** Returns whether the error may pass after a while. */
const mayPass = ({ code }: AppError): boolean =>
  code === 'service_unreachable' || code === 'service_busy';

export interface Rows {
  readonly rows: readonly unknown[];
  readonly hasNext: boolean;
  /** The number of documents on all pages; null if the service does not say. */
  readonly count: number | null;
}

/** The most rows of a page that are looked at: the rest comes with the next page. */
const mostRows = 200;

/** Returns the rows of a list's page, whatever is in it. */
export function rowsOfPage(body: unknown, offset: number): Rows {
  const page = Array.isArray(body) ? { results: body } : body;
  if (!isRecord(page) || !Array.isArray(page.results)) {
    return { rows: [], hasNext: false, count: null };
  }
  const rows: readonly unknown[] = page.results.slice(0, mostRows);
  const { count, next } = page;
  const isCount = typeof count === 'number' && Number.isSafeInteger(count) && count >= 0;
  const isCut = rows.length < page.results.length;
  // Some name no next page although they count more rows. An answer that says neither is not the
  // last: asking goes on until nothing comes.
  const goesOn = isCount && !next ? offset + rows.length < count : next !== null;
  return { rows, hasNext: rows.length > 0 && (isCut || goesOn), count: isCount ? count : null };
}
