// Judges every attempt after the first by what the network really did: whether the till had looked
// as long as it must, and whether it had been shown what it then sent again.
import type { Delivery } from './fault-proxy.ts';
import type { CreatedDocument, ShownPage } from './proxied-lists.ts';
import { isTooLate, lookUpCapMs, ours, outboxTiming, settlingMs } from './times.ts';

/**
 * What no till could prevent, since service-api has no create that may be repeated.
 * - `delivered_twice`: the network delivered one request twice.
 * - `too_late`: no place that the till could look at showed the document while it watched.
 * - `refused_unseen`: the service said that it refused what it had created, while no list showed
 *   it.
 * - `mangled`: the service kept another reference than it was given, without saying so.
 */
export type Excuse = 'delivered_twice' | 'too_late' | 'refused_unseen' | 'mangled';

export interface Heard {
  readonly reference: string;
  readonly atMs: number;
}

export interface Network {
  readonly deliveries: readonly Delivery[];
  readonly pages: readonly ShownPage[];
  /**
   * When a till was killed, or its folder put back: it may not have recorded what it was told
   * before.
   */
  readonly interruptedAtMs: readonly number[];
  /** When a till had read that a document was created: it may have given up before. */
  readonly heard: readonly Heard[];
  /** When a till's folder was put back over itself, so that what it had learned is lost. */
  readonly putBackAtMs: readonly number[];
}

export interface Resends {
  readonly excused: ReadonlyMap<string, Excuse>;
  /** Sales that were sent again without the required look-ups. */
  readonly hasty: readonly { readonly reference: string; readonly what: string }[];
}

export function judgeResends(network: Network): Resends {
  const excused = new Map<string, Excuse>();
  const hasty: { reference: string; what: string }[] = [];
  for (const [reference, ofSale] of Map.groupBy(network.deliveries, (one) => one.reference)) {
    const looks = looksFor(reference, network.pages);
    for (const [index, next] of ofSale.entries()) {
      const last = ofSale[index - 1];
      if (!last) continue;
      const putBackAtMs = network.putBackAtMs.findLast(
        (atMs) => atMs >= last.arrivedAtMs && atMs <= next.arrivedAtMs,
      );
      const what =
        putBackAtMs === undefined
          ? missingLook(last, next, looks, network)
          : missingLookThrough(putBackAtMs, next, looks);
      if (what) hasty.push({ reference, what: `attempt ${index + 1}: ${what}` });
    }
    const excuse = excuseOf(ofSale, network);
    if (excuse) excused.set(reference, excuse);
  }
  return { excused, hasty };
}

interface Looks {
  /** Pages of any request, since a look-up of many sales takes its time. */
  readonly pagesAtMs: readonly number[];
  readonly searchesAtMs: readonly number[];
  readonly scansAtMs: readonly number[];
}

/** Returns whether the request is for more than the newest document. */
const isScan = ({ search, limit }: ShownPage): boolean => search === '' && limit > 1;

function looksFor(reference: string, pages: readonly ShownPage[]): Looks {
  const isSearch = ({ search }: ShownPage) => search !== '' && reference.startsWith(search);
  return {
    pagesAtMs: pages.map(({ atMs }) => atMs),
    searchesAtMs: pages.filter(isSearch).map(({ atMs }) => atMs),
    scansAtMs: pages.filter(isScan).map(({ atMs }) => atMs),
  };
}

const patienceMs = settlingMs / 5;
/** Tolerance for the till's own clock and timers beside ours. */
const slackMs = ours(5);
/** The longest gap that the till allows between look-ups, and the longest time of a look-up. */
const gapMs = 3 * lookUpCapMs + ours(1000);

function missingLook(
  { reference, arrivedAtMs, told }: Delivery,
  { arrivedAtMs: againAtMs }: Delivery,
  { searchesAtMs, scansAtMs, pagesAtMs }: Looks,
  { interruptedAtMs, heard }: Network,
): string | null {
  const within = (all: readonly number[], fromMs: number) =>
    all.filter((atMs) => atMs >= fromMs && atMs <= againAtMs);
  const heardAtMs = heard.filter((one) => one.reference === reference).map(({ atMs }) => atMs);
  const isHeard = isBetween(heardAtMs, arrivedAtMs, againAtMs);
  if (isHeard && !isBetween(interruptedAtMs, arrivedAtMs, againAtMs)) {
    return 'the answer had said that it was created';
  }
  if (told?.what === 'refused') {
    const fromMs = told.atMs + patienceMs - slackMs;
    return within(searchesAtMs, fromMs).length > 0 && within(scansAtMs, fromMs).length > 0
      ? null
      : 'no look after it was refused';
  }
  const afterWhat = told ? told.what : 'nothing';
  const fromMs = endOfLastGap(within(pagesAtMs, arrivedAtMs), arrivedAtMs);
  const searches = within(searchesAtMs, fromMs);
  const scans = within(scansAtMs, fromMs);
  if (Math.min(searches.length, scans.length) < outboxTiming.lookUpsNeeded) {
    return `${searches.length} searches and ${scans.length} scans after ${afterWhat}`;
  }
  const sinceMs = Math.max(searches[0] ?? Infinity, scans[0] ?? Infinity);
  const watchedMs = againAtMs - sinceMs;
  return watchedMs >= settlingMs - slackMs ? null : `watched for ${Math.round(watchedMs)} ms`;
}

/**
 * Checks that a till whose file knows nothing of the former attempt looked up everything before it
 * sent anything.
 */
function missingLookThrough(
  putBackAtMs: number,
  { arrivedAtMs }: Delivery,
  { searchesAtMs, scansAtMs }: Looks,
): string | null {
  const isThere = (all: readonly number[]) => isBetween(all, putBackAtMs, arrivedAtMs);
  return isThere(searchesAtMs) && isThere(scansAtMs) ? null : 'no look after it was put back';
}

/** Returns when the till was answered again after it had got no answer for too long. */
function endOfLastGap(atMs: readonly number[], fromMs: number): number {
  const after = atMs.findLastIndex((one, index) => one - (atMs[index - 1] ?? one) > gapMs);
  return atMs[after] ?? fromMs;
}

const isBetween = (all: readonly number[], fromMs: number, untilMs: number): boolean =>
  all.some((atMs) => atMs >= fromMs && atMs <= untilMs);

/** A page that is answered while the request is on its way does not count. */
const raceMs = ours(50);

function excuseOf(ofSale: readonly Delivery[], { pages }: Network): Excuse | undefined {
  const isShownBefore = ({ id }: CreatedDocument, untilMs: number) =>
    pages.some(({ atMs, ids }) => atMs < untilMs - raceMs && ids.has(id));
  const excuses: Excuse[] = [];
  for (const [index, next] of ofSale.entries()) {
    for (const earlier of ofSale.slice(0, index)) {
      for (const document of earlier.documents) {
        // The till could not see what was created only later.
        if (isShownBefore(document, next.arrivedAtMs)) return undefined;
        excuses.push(whyUnseen(earlier, document));
      }
    }
  }
  for (const { arrivedAtMs, documents } of ofSale) {
    for (const { searchFromMs, scanFromMs, mangled } of documents) {
      if (mangled?.untilMs === Infinity) excuses.push('mangled');
      if (isTooLate(arrivedAtMs, Math.min(searchFromMs, scanFromMs))) excuses.push('too_late');
    }
    if (documents.length > 1) excuses.push('delivered_twice');
  }
  return strongest.find((excuse) => excuses.includes(excuse));
}

const strongest = ['mangled', 'too_late', 'refused_unseen', 'delivered_twice'] as const;

function whyUnseen({ told }: Delivery, { mangled }: CreatedDocument): Excuse {
  if (mangled) return 'mangled';
  return told?.what === 'refused' ? 'refused_unseen' : 'too_late';
}
