// What must never be, whatever the service does: judged by what truly happened, which the till
// cannot know.
import type { SaleState } from '../../../src-main/contract/outbox-states.ts';
import { idsOf, type ModelFile, type Row } from './model-file.ts';
import type { CreateRequest, ModelDocument, ModelService } from './model-service.ts';
import type { ModelProgram } from './model-program.ts';
import type { Schedule } from './schedule.ts';
import { kindOf, type ServiceKind } from './service-kinds.ts';
import type { Computer, World } from './world.ts';
import { defaultTiming } from '../../../src-main/outbox/timing.ts';

export const faultKinds = [
  'sent_twice',
  'too_many_unnoticed',
  'lost',
  'untrue',
  'untold_difference',
  'waiting_unseen',
  'held_up',
  'stuck',
  'bug',
] as const;
export type FaultKind = (typeof faultKinds)[number];

/**
 * Where the document was when the till sent the sale a second time: the cases that, by DESIGN.md,
 * nobody can prevent.
 */
export const excuses = [
  'carried_out_after_settling',
  'stalled_replica',
  'forgotten_by_service',
  'released',
  'altered_and_unheard',
  'control_forgotten',
  'unknown_to_file_put_back',
] as const;
export type Excuse = (typeof excuses)[number];

export interface Fault {
  readonly kind: FaultKind;
  readonly sale: number;
  readonly what: string;
}

export interface Findings {
  readonly faults: readonly Fault[];
  readonly excused: readonly Excuse[];
  readonly sales: number;
  readonly creations: number;
  /** Sales with more than one document of the requested kind. */
  readonly doubled: number;
  readonly doubledNoticed: number;
  readonly longestHeldUpMs: number;
}

/** What is judged: a till, its service, and the records of both. */
export interface Run {
  readonly world: World;
  readonly computer: Computer;
  readonly service: ModelService;
  readonly schedule: Schedule;
  readonly file: ModelFile;
  readonly program: ModelProgram | null;
  readonly failures: readonly string[];
  readonly pausedAtMs: readonly number[];
}

/** In trouble its lists show what was true when the trouble began, as nobody can notice. */
const standsStill = (kind: ServiceKind): boolean =>
  kind === 'stalled_replica' || kind === 'denies_and_stands_still';

const minuteMs = 60_000;
const { settlingMs, lookUpCapMs, pausedProbeMs } = defaultTiming;
const openStates: readonly SaleState[] = ['queued', 'sending', 'in_doubt'];
/** A pause ends with an accepted try, and earlier sales in the queue are tried first. */
const heldUpMs = 3 * pausedProbeMs;
/**
 * Without a pause: one look-up in its turn, with a search that runs into its time-out, and the rush
 * before it.
 */
const heldUpUnpausedMs = 180_000;
/** Six settling times and five minutes, and the time between two looks of the judge. */
const longestDoubtMs = 6 * settlingMs + 300_000 + 4 * minuteMs;
const longestQueueMs = 3_600_000 + 4 * minuteMs;

/** Looks at the till every two minutes. */
export class Watcher {
  readonly #run: Run;
  readonly #faults: Fault[] = [];
  readonly #seen = new Set<string>();
  /** When the till itself was off, asleep or unplugged. */
  readonly disturbances: { readonly fromMs: number; readonly toMs: number }[] = [];
  readonly #doubted = new Map<number, { readonly row: number | null; readonly sinceMs: number }>();
  readonly #gated = new Set<number>();

  constructor(run: Run) {
    this.#run = run;
  }

  get faults(): readonly Fault[] {
    return this.#faults;
  }

  disturbed(ms: number): void {
    const fromMs = this.#run.world.nowMs;
    this.disturbances.push({ fromMs, toMs: fromMs + ms });
  }

  #report(kind: FaultKind, sale: number, what: string): void {
    const name = `${kind} ${sale}`;
    if (this.#seen.has(name)) return;
    this.#seen.add(name);
    this.#faults.push({ kind, sale, what });
  }

  /** Checks that people are told in time of what waits. */
  watch(): void {
    const { file, program, world, computer, schedule } = this.#run;
    // A clock that was set back says that nothing waits long.
    const isSetBack = schedule.acts.some((act) => act.do === 'set_clock' && act.byMs < 0);
    for (const row of file.rows.values()) {
      const doubted = this.#doubted.get(row.sale);
      if (row.state !== 'in_doubt') this.#doubted.delete(row.sale);
      // A correction restarts the doubt.
      else if (doubted?.row !== row.doubtedAtMs) {
        this.#doubted.set(row.sale, { row: row.doubtedAtMs, sinceMs: world.nowMs });
      }
      if (program?.gateIsClosed && row.state === 'queued') this.#gated.add(row.sale);
      if (!program || world.nowMs < computer.awakeAtMs || isSetBack) continue;
      const { sinceMs = world.nowMs } = this.#doubted.get(row.sale) ?? {};
      const isLong =
        (row.state === 'in_doubt' && world.nowMs - sinceMs > longestDoubtMs) ||
        (row.state === 'queued' && world.nowMs - row.soldAtMs > longestQueueMs);
      if (isLong && !program.isTold(row)) this.#report('waiting_unseen', row.sale, row.state);
    }
  }

  unsettled(): readonly Row[] {
    return [...this.#run.file.rows.values()].filter(({ state }) => openStates.includes(state));
  }

  isAllSettled(): boolean {
    return this.unsettled().length === 0 && this.#run.program !== null;
  }

  /** Returns whether only the trouble of other sales can have kept the sale from being sent. */
  wasFree({ sale, soldAtMs }: Row): boolean {
    const { kinds, troubles } = this.#run.schedule;
    const isStopped = kinds.some((kind) => kindOf(kind).takesNothingInTrouble);
    const periods = [...this.disturbances, ...(isStopped ? troubles : [])];
    const isSignedOut = kinds.some((kind) => kindOf(kind).refusesToken);
    const isDisturbed = periods.some(
      ({ fromMs, toMs }) => fromMs < soldAtMs + heldUpMs && toMs + heldUpMs > soldAtMs,
    );
    // An older file that is noticed puts what is queued in doubt.
    const isDoubted = isPutBack(this.#run);
    return !isDisturbed && !isSignedOut && !isDoubted && !this.#gated.has(sale);
  }
}

export function judgeAtEnd(run: Run, watcher: Watcher, unsettled: readonly Row[]): Findings {
  const { service, file, failures } = run;
  const faults: Fault[] = [...watcher.faults];
  const excused: Excuse[] = [];
  const report = (kind: FaultKind, sale: number, what: string) => faults.push({ kind, sale, what });
  for (const failure of new Set(failures)) report('bug', -1, failure);
  for (const row of unsettled) {
    const wasTold = run.program?.isTold(row) === true;
    // Each control that the service forgot takes a day to be passed over.
    if (wasTold && service.forgot) excused.push('control_forgotten');
    else report('stuck', row.sale, `${row.state} ${row.proof}`);
  }

  const bySale = Map.groupBy(service.requests, ({ sale }) => sale);
  for (const requests of bySale.values()) {
    for (const [index, request] of requests.entries()) {
      for (const earlier of requests.slice(0, index)) {
        const judged = judgeTwice(run, watcher, earlier, request);
        if (judged === null) continue;
        if (judged.isExcused) excused.push(judged.excuse);
        else report('sent_twice', request.sale, judged.what);
      }
    }
  }

  let doubled = 0;
  let doubledNoticed = 0;
  let longestHeldUpMs = 0;
  for (const row of file.rows.values()) {
    const own = service.documents.filter((document) => isOwn(document, row));
    // A document under another reference is known only by its id, and one found as asked counts
    // more than that.
    const known = own.filter(({ reference }) => reference === row.reference);
    if (known.length > 1) {
      doubled += 1;
      const isNamed = row.isSettled && known.every(({ id }) => idsOf(row).includes(id));
      const isNoticed = row.state === 'conflict' || isNamed;
      if (isNoticed) doubledNoticed += 1;
      else report('too_many_unnoticed', row.sale, `${row.state}, ${known.length} documents`);
    }
    const wrong = untruth(run, row, own);
    if (wrong) report(wrong.kind, row.sale, wrong.what);
    const waitedMs = (bySale.get(row.sale)?.[0]?.sentAtMs ?? row.soldAtMs) - row.soldAtMs;
    if (waitedMs > longestHeldUpMs && watcher.wasFree(row)) {
      longestHeldUpMs = waitedMs;
      const wasPaused = run.pausedAtMs.some(
        (atMs) => atMs >= row.soldAtMs && atMs <= row.soldAtMs + waitedMs,
      );
      if (waitedMs > (wasPaused ? heldUpMs : heldUpUnpausedMs)) {
        report('held_up', row.sale, `first sent after ${Math.round(waitedMs / 1000)} s`);
      }
    }
  }
  const sales = file.rows.size;
  const creations = service.requests.length;
  return { faults, excused, sales, creations, doubled, doubledNoticed, longestHeldUpMs };
}

/**
 * What the file knew of a document without a reference of its own is lost if the file is put back.
 */
const isPutBack = ({ schedule }: Pick<Run, 'schedule'>): boolean =>
  schedule.acts.some((act) => act.do === 'put_file_back');

/** Returns whether the program ended before it was told of the document. */
const isUnheard = ({ disturbances }: Watcher, { sentAtMs, answeredAtMs }: CreateRequest): boolean =>
  disturbances.some(({ fromMs }) => fromMs >= sentAtMs && fromMs <= answeredAtMs);

const isOwn = ({ request, isOtherKind }: ModelDocument, row: Row): boolean =>
  request.sale === row.sale && !isOtherKind;

/** Returns a state that says something untrue about the service. */
function untruth(
  { service, schedule }: Run,
  row: Row,
  own: readonly ModelDocument[],
): { readonly kind: FaultKind; readonly what: string } | null {
  const wasForgotten = service.requests.some(
    ({ sale, documents }) => sale === row.sale && documents.some(({ isGone }) => isGone),
  );
  if (wasForgotten || row.isSettled) return null;
  const listed = own.filter(({ reference }) => reference === row.reference);
  switch (row.state) {
    case 'confirmed': {
      if (own.length === 0) return { kind: 'lost', what: 'confirmed without a document' };
      const shown = listed[0]?.final.summary?.totalCents ?? row.totalCents;
      return shown === row.totalCents || row.isDifferenceTold
        ? null
        : { kind: 'untold_difference', what: `sold ${row.totalCents}, made ${String(shown)}` };
    }
    case 'rejected':
      if (listed.length === 0 && isEverybodysFault(schedule)) {
        return { kind: 'untrue', what: 'rejected for what befell all' };
      }
      return listed.length > 0 ? { kind: 'untrue', what: 'rejected with a document' } : null;
    case 'cancelled':
      return listed.length > 0 ? { kind: 'untrue', what: 'cancelled with a document' } : null;
    case 'incomplete':
      return listed.length === 1 ? stillADraft(listed) : { kind: 'untrue', what: 'incomplete' };
    case 'conflict': {
      const others = service.documents.filter(({ request }) => request.sale === row.sale);
      const isFinal = listed[0]?.finalizedAtMs !== Infinity;
      const isAsAsked =
        isFinal &&
        others.length === 1 &&
        listed.length === 1 &&
        row.formerTotals.length === 0 &&
        !row.isAlarmed;
      return isAsAsked ? { kind: 'untrue', what: 'conflict, and all is as asked' } : null;
    }
    default:
      return null;
  }
}

/**
 * Three failures while others are accepted count against a sale; so few times of trouble cannot
 * make them.
 */
const isEverybodysFault = ({ kinds, troubles }: Schedule): boolean =>
  troubles.length < 3 && kinds.every((kind) => kindOf(kind).sparesNobody);

const stillADraft = ([document]: readonly ModelDocument[]) =>
  document?.finalizedAtMs === Infinity
    ? null
    : ({ kind: 'untrue', what: 'incomplete, and it is final' } as const);

type Judged =
  | { readonly isExcused: true; readonly excuse: Excuse }
  | { readonly isExcused: false; readonly what: string };

/**
 * Judges a second request for a sale of which an earlier one was carried out, and where its
 * document was meanwhile.
 */
function judgeTwice(
  run: Run,
  watcher: Watcher,
  earlier: CreateRequest,
  later: CreateRequest,
): Judged | null {
  const { service, schedule } = run;
  const isMade = later.documents.length > 0 && earlier.documents.length > 0;
  const [document] = earlier.documents;
  if (!isMade || !document) return null;
  const excuse = (name: Excuse): Judged => ({ isExcused: true, excuse: name });
  if (later.isReleased) return excuse('released');
  if (document.isGone) return excuse('forgotten_by_service');
  if (document.reference !== earlier.reference && (isPutBack(run) || isUnheard(watcher, earlier))) {
    return excuse('altered_and_unheard');
  }
  const lookedAtMs = later.lookedAtMs ?? later.sentAtMs;
  const what = (how: string): Judged => ({
    isExcused: false,
    what: `${how}; answered ${JSON.stringify(earlier.answered)}`,
  });
  if (document.madeAtMs > lookedAtMs) {
    // The file that was put back knows of no attempt, and the service shows no document yet.
    if (isPutBack(run)) return excuse('unknown_to_file_put_back');
    const lateMs = document.madeAtMs - startOfPromise(run, watcher, earlier);
    if (lateMs > settlingMs) return excuse('carried_out_after_settling');
    return what(
      `carried out ${lateMs} ms later, sent again ${later.sentAtMs - earlier.sentAtMs} ms later`,
    );
  }
  const trouble = service.troubleAt(lookedAtMs);
  if (schedule.kinds.some(standsStill) && trouble && document.madeAtMs > trouble.fromMs) {
    return excuse('stalled_replica');
  }
  const hiddenMs = Math.max(0, ...schedule.kinds.map((kind) => kindOf(kind).hidesForMs ?? 0));
  const isHidden = lookedAtMs - document.madeAtMs < hiddenMs;
  // The file does not know how late the lists are either.
  if (isHidden && isPutBack(run)) return excuse('unknown_to_file_put_back');
  const wasLateMs = document.madeAtMs - startOfPromise(run, watcher, earlier);
  // Carried out in time, but shown too late. A lag that is too long by itself is the till's to see.
  const shownLateMs = hiddenMs > settlingMs ? wasLateMs : wasLateMs + hiddenMs;
  if (isHidden && shownLateMs > settlingMs) return excuse('carried_out_after_settling');
  return what(`the document was there for ${lookedAtMs - document.madeAtMs} ms`);
}

/**
 * Settling counts from the answer, or from the end of an outage in which nobody could look for
 * longer than the longest allowed gap.
 */
function startOfPromise(
  { schedule }: Run,
  watcher: Watcher,
  { answeredAtMs, sentAtMs }: CreateRequest,
): number {
  const endedAtMs = answeredAtMs === Infinity ? sentAtMs : answeredAtMs;
  const isDown = schedule.kinds.some((kind) => kind === 'works_off_a_queue' || kind === 'flaps');
  const outages = [...watcher.disturbances, ...(isDown ? schedule.troubles : [])];
  return Math.max(
    endedAtMs,
    ...outages
      .filter(
        ({ fromMs, toMs }) => toMs - fromMs > 3 * lookUpCapMs && fromMs < endedAtMs + settlingMs,
      )
      .map(({ toMs }) => toMs),
  );
}
