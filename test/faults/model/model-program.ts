// The program in the model, built as `outbox/outbox.ts`: a prober, a sender, a lookUps and an
// auditor over one file, with the product's own rules. Ending it loses everything but the file.
import type { AppError } from '../../../src-main/contract/errors.ts';
import { ConnectionWatch } from '../../../src-main/outbox/connection.ts';
import { sightingOf } from '../../../src-main/outbox/sightings.ts';
import { waitedMs } from '../../../src-main/outbox/report.ts';
import { Rules } from '../../../src-main/outbox/rules.ts';
import type { OutboxTiming } from '../../../src-main/outbox/timing.ts';
import type { Seeded } from '../seeded.ts';
import { createdAs, listed, ModelLane, type Task } from './lanes.ts';
import { audit, compare } from './model-audit.ts';
import { lookedFor, modelDay, type ModelFile, type Row } from './model-file.ts';
import { lookInTurn, lookRound, lookThrough, type Looking } from './model-look.ts';
import type { CreateReply, ListReply, ModelService } from './model-service.ts';
import type { Computer, World } from './world.ts';

export interface ProgramOptions {
  readonly world: World;
  readonly computer: Computer;
  readonly file: ModelFile;
  readonly service: ModelService;
  readonly timing: OutboxTiming;
  readonly random: Seeded;
  /** A bug: a step that the table does not have. */
  readonly onFailure: (error: unknown) => void;
  readonly onPause: () => void;
  readonly rulesOf: RulesOf;
}

/** The product's own rules, unless worse ones are tried to see whether they are caught. */
export type RulesOf = (timing: OutboxTiming, random: () => number) => Rules;
export const ownRules: RulesOf = (timing, random) => new Rules(timing, random);

const queuedBoundMs = 300_000;
const heldBoundMs = 3_600_000;
const sendingBoundMs = 200_000;
const releaseAfterMs = 3_600_000;

export class ModelProgram {
  readonly #options: ProgramOptions;
  readonly #rules: Rules;
  readonly #connection: ConnectionWatch;
  readonly #looking: Looking;
  readonly #lanes: Readonly<Record<'prober' | 'sender' | 'lookUps' | 'auditor', ModelLane>>;
  #isEnded = false;
  #isBegun = false;
  #auditAtMs: readonly number[] = [0];
  /** True time, for the judge. */
  #gateLookedAtMs: number | null = null;

  constructor(options: ProgramOptions) {
    this.#options = options;
    const { world, computer, file, service, timing, random, onFailure } = options;
    this.#rules = options.rulesOf(timing, () => random.next());
    this.#connection = new ConnectionWatch(timing, () => undefined);
    const onError = (error: AppError) => {
      if (isOfConnection(error)) this.suspect();
    };
    const ask = (search: string, downTo?: number) => this.#ask(search, downTo);
    this.#looking = { file, computer, rules: this.#rules, ask, onError };
    const later = (ms: number, work: () => void) => {
      computer.at(world.nowMs + ms, () => {
        if (!this.#isEnded) work();
      });
    };
    const lane = (step: () => Task<number>) =>
      new ModelLane(
        {
          later,
          onFailure,
          ask: (wait, reply) => {
            const answered = (answer: CreateReply | ListReply) => {
              later(0, () => {
                reply(answer);
              });
            };
            if (wait.for === 'listed') service.list(wait, answered);
            else service.create(this.#request(wait), answered);
          },
        },
        () => this.#step(step),
      );
    this.#lanes = {
      prober: lane(() => this.#askWhether()),
      sender: lane(() => this.#send()),
      lookUps: lane(() => this.#look()),
      auditor: lane(() => this.#audit()),
    };
  }

  #request({ reference, lookedAtMs }: { reference: string; lookedAtMs: number | null }) {
    const { sale, totalCents } = this.#row(reference);
    return {
      reference,
      sale,
      totalCents,
      lookedAtMs,
      isReleased: this.#rules.releasedBy !== undefined,
    };
  }

  #row(reference: string): Row {
    const row = this.#options.file.rows.get(reference);
    if (!row) throw new Error(`no sale ${reference}`);
    return row;
  }

  *#step(step: () => Task<number>): Task<number> {
    const { computer } = this.#options;
    if (this.#rules.readClocks(computer.monotonicMs(), computer.wallMs())) this.suspect();
    return yield* step();
  }

  start(): void {
    for (const lane of Object.values(this.#lanes)) lane.start();
  }

  end(): void {
    this.#isEnded = true;
    for (const lane of Object.values(this.#lanes)) lane.end();
  }

  wake(): void {
    for (const lane of Object.values(this.#lanes)) lane.wake();
  }

  suspect(): void {
    this.#connection.suspect();
    this.wake();
  }

  // What people do

  tryNow(): void {
    this.#rules.tryNow(this.#options.computer.monotonicMs());
    this.suspect();
  }

  signedIn(): void {
    this.#connection.signedIn();
    this.#rules.restartTimers(this.#options.computer.monotonicMs());
    this.auditSoon();
    this.tryNow();
  }

  auditSoon(): void {
    this.#auditAtMs = [...this.#auditAtMs, this.#options.computer.monotonicMs()];
    this.wake();
  }

  doubt(row: Row): void {
    this.#rules.doubt(row, this.#options.computer.monotonicMs());
    this.wake();
  }

  release(): boolean {
    const sinceMs = this.#rules.gateClosedAtMs;
    if (sinceMs === null) return false;
    if (this.#options.computer.monotonicMs() - sinceMs < releaseAfterMs) return false;
    this.#rules.release('a person');
    this.wake();
    return true;
  }

  undecidableMs({ reference }: Row): number {
    const watchedMs = this.#rules.watchedMs(reference, this.#options.computer.monotonicMs());
    return Math.max(0, this.#rules.doubtBoundMs(reference) - watchedMs);
  }

  /** Returns whether a person is told that the sale waits too long. */
  isTold(row: Row): boolean {
    const nowMs = this.#options.computer.wallMs();
    const maySend = this.#connection.works && !this.#rules.isPaused && !this.gateIsClosed;
    const told = (sinceMs: number, boundMs: number) => waitedMs(sinceMs, nowMs) >= boundMs;
    switch (row.state) {
      case 'queued':
        return told(row.committedAtMs, maySend ? queuedBoundMs : heldBoundMs);
      case 'sending':
        return told(row.attemptedAtMs, sendingBoundMs);
      case 'in_doubt':
        return told(row.doubtedAtMs ?? row.committedAtMs, this.#rules.doubtBoundMs(row.reference));
      default:
        return true;
    }
  }

  get gateIsClosed(): boolean {
    return this.#rules.gateClosedAtMs !== null;
  }

  get needsSignIn(): boolean {
    return this.#connection.connection === 'sign_in_needed';
  }

  // The lanes

  #begin(): void {
    const { file, computer } = this.#options;
    if (this.#isBegun) return;
    for (const row of file.inState('sending')) {
      file.step(row, 'program_started', { atMs: computer.wallMs(), proof: 'absence' });
    }
    this.#isBegun = true;
    this.#doubtAll();
    if (file.rows.size > 0) this.#rules.closeGate(computer.monotonicMs());
  }

  #doubtAll(): void {
    const nowMs = this.#options.computer.monotonicMs();
    for (const row of this.#options.file.inState('in_doubt')) this.#rules.doubt(row, nowMs);
  }

  *#send(): Task<number> {
    this.#begin();
    const { file, computer } = this.#options;
    const { works, connection, error } = this.#connection;
    const mayAsk =
      works ||
      (this.#rules.releasedBy !== undefined &&
        connection !== 'offline' &&
        error?.code !== 'token_refused');
    if (this.#rules.isPaused) this.#options.onPause();
    if (!mayAsk) return Infinity;
    const nowMs = computer.monotonicMs();
    const [queued] = file.inState('queued');
    const creation = this.#rules.nextCreation(queued !== undefined, nowMs);
    switch (creation.do) {
      case 'wait':
        return creation.untilMs - nowMs;
      case 'send':
        if (!queued) return 0;
        file.step(queued, 'claimed', { atMs: computer.wallMs() });
        return yield* this.#create(queued, this.#gateLookedAtMs);
      case 'send_again':
        return yield* this.#sendAgain(this.#row(creation.reference));
    }
  }

  *#sendAgain(row: Row): Task<number> {
    const { file, computer, world } = this.#options;
    const lookedAtMs = world.nowMs;
    const verdict = yield* lookInTurn(this.#looking, row.reference);
    if (verdict !== 'absent' && verdict !== 'judged') return 0;
    if (!this.#rules.isProvenAbsent(row.reference, computer.monotonicMs())) return 0;
    const atMs = computer.wallMs();
    const { requestedDecision } = row;
    if (row.state === 'in_doubt' && requestedDecision) {
      row.requestedDecision = null;
      if (requestedDecision === 'cancel') file.step(row, 'cancelled', { atMs });
      else this.correct(row);
      if (requestedDecision === 'correct') this.#rules.forgive(row.reference);
    }
    if (verdict === 'judged' && !requestedDecision && row.state === 'in_doubt')
      file.step(row, 'judged', { atMs });
    if (row.state === 'in_doubt') {
      file.step(row, 'claimed', { atMs });
      return yield* this.#create(row, lookedAtMs);
    }
    this.#rules.settle(row.reference);
    this.#auditLater();
    return 0;
  }

  /** Gives the same sale another body. */
  correct(row: Row): void {
    const { file, computer } = this.#options;
    file.step(row, 'corrected', { atMs: computer.wallMs() });
    row.formerTotals = [row.totalCents, ...row.formerTotals];
    row.totalCents += 1;
  }

  *#create(row: Row, lookedAtMs: number | null): Task<number> {
    const { file, computer } = this.#options;
    const { proof } = row;
    const wasTried = proof !== 'none';
    this.#rules.begin(row.reference);
    const reply = yield* createdAs(row.reference, lookedAtMs);
    const nowMs = computer.monotonicMs();
    const atMs = computer.wallMs();
    switch (reply.kind) {
      case 'created': {
        const { id: documentId } = reply.row;
        const { saw, differences } = sightingOf(lookedFor(row), [reply.row], modelDay);
        if (saw === 'as_asked') {
          this.#rules.accepted();
          file.step(row, 'accepted', { atMs, documentIds: [documentId], documentId, differences });
          if (wasTried) this.#auditLater();
        } else {
          const failure = { proof: 'never', counts: true, retryAfterMs: null } as const;
          const failed = this.#rules.failed(failure, nowMs);
          file.step(row, 'created_unclear', { ...failed, atMs, documentIds: [documentId] });
        }
        break;
      }
      case 'not_sent':
        this.#rules.notSent(nowMs);
        if (row.proof !== proof) this.#rules.doubt(row, nowMs);
        file.step(row, row.proof === 'none' ? 'not_sent' : 'not_sent_again', { atMs });
        break;
      default: {
        const { event, counts } = meaningOf(reply);
        const retryAfterMs = reply.kind === 'status' ? reply.retryAfterMs : null;
        const needed = event === 'created_unclear' ? 'never' : 'absence';
        const failure = { proof: needed, counts, retryAfterMs } as const;
        const named =
          reply.kind === 'unclear' && reply.documentId !== null ? [reply.documentId] : [];
        file.step(row, event, { ...this.#rules.failed(failure, nowMs), atMs, documentIds: named });
      }
    }
    this.#connection.setPause(this.#rules.isPaused ? { code: 'service_failed', status: 0 } : null);
    if (isSuspect(reply)) this.suspect();
    if (row.state !== 'confirmed') this.#lanes.lookUps.wake();
    return 0;
  }

  *#askWhether(): Task<number> {
    this.#begin();
    const waitMs = this.#connection.askAtMs - this.#options.computer.monotonicMs();
    return waitMs > 0 ? waitMs : yield* this.#probe();
  }

  *#look(): Task<number> {
    this.#begin();
    const { computer } = this.#options;
    const nowMs = computer.monotonicMs();
    if (!this.#connection.works) return Infinity;
    if (nowMs >= this.#rules.gateLookAtMs) return yield* this.#lookThrough();
    if (nowMs >= this.#rules.roundAtMs) {
      const before = this.#rules.doubts.length;
      yield* lookRound(this.#looking);
      if (!this.#rules.isPaused) this.#connection.setPause(null);
      if (this.#rules.doubts.length < before) this.#auditLater();
      this.#lanes.sender.wake();
      return 0;
    }
    return Math.max(1, Math.min(this.#rules.gateLookAtMs, this.#rules.roundAtMs) - nowMs);
  }

  *#probe(): Task<number> {
    const { computer, timing, random } = this.#options;
    const { signIns } = this.#connection;
    const page = yield* this.#ask('', Infinity);
    const error = page.ok ? undefined : page.error;
    const nowMs = computer.monotonicMs();
    const awayMs = this.#connection.answered(error, signIns, nowMs, random.next());
    if (awayMs > timing.settlingMs) this.#rules.restartTimers(nowMs);
    if (this.#connection.works) this.wake();
    return 0;
  }

  *#lookThrough(): Task<number> {
    const { world, computer } = this.#options;
    const lookedAtMs = world.nowMs;
    const { gateClosings } = this.#rules;
    const held = yield* lookThrough(this.#looking);
    if (held.ok) {
      compare(
        this.#auditing,
        Map.groupBy(held.rows, ({ ourReference }) => ourReference),
      );
      this.#gateLookedAtMs = lookedAtMs;
      this.#rules.openGate(gateClosings);
      this.#lanes.sender.wake();
      return 0;
    }
    if (isOfConnection(held.error)) this.#connection.suspect();
    this.#rules.gateLookFailed(computer.monotonicMs());
    return 0;
  }

  get #auditing() {
    return {
      ...this.#looking,
      onOlderFile: () => {
        this.#doubtEverything();
      },
    };
  }

  #doubtEverything(): void {
    const { file, computer } = this.#options;
    const atMs = computer.wallMs();
    for (const row of file.rows.values()) {
      const isOpen = ['queued', 'sending', 'in_doubt', 'rejected'].includes(row.state);
      if (isOpen && row.proof !== 'never') row.proof = 'absence';
      if (row.state === 'queued') file.step(row, 'restored', { atMs });
    }
    file.prefixes = [...file.prefixes, `CF-${1000 + file.prefixes.length}-`];
    this.#doubtAll();
  }

  *#audit(): Task<number> {
    this.#begin();
    const { computer, timing } = this.#options;
    if (!this.#connection.works || this.gateIsClosed) return Infinity;
    const dueAtMs = Math.min(...this.#auditAtMs);
    if (computer.monotonicMs() < dueAtMs) return dueAtMs - computer.monotonicMs();
    const error = yield* audit(this.#auditing);
    const nowMs = computer.monotonicMs();
    if (error && isOfConnection(error)) this.suspect();
    const againMs = error ? timing.pausedProbeMs : (timing.auditDelaysMs.at(-1) ?? Infinity);
    this.#auditAtMs = [...this.#auditAtMs.filter((atMs) => atMs > nowMs), nowMs + againMs];
    return 0;
  }

  #auditLater(): void {
    const nowMs = this.#options.computer.monotonicMs();
    const later = this.#options.timing.auditDelaysMs.slice(0, -1).map((ms) => nowMs + ms);
    this.#auditAtMs = [...this.#auditAtMs, ...later].sort((a, b) => a - b).slice(0, 20);
    this.#lanes.auditor.wake();
  }

  *#ask(search: string, downTo?: number): Task<ListReply> {
    const reply = yield* listed(search, downTo);
    if (reply.ok) this.#options.file.noteId(Math.max(0, ...reply.rows.map(({ id }) => id)));
    return reply;
  }
}

/** As in `outbox/outcome.ts`. */
function meaningOf(reply: Extract<CreateReply, { kind: 'lost' | 'unclear' | 'status' }>) {
  if (reply.kind === 'unclear') return { event: 'created_unclear', counts: true } as const;
  if (reply.kind === 'lost') return { event: 'no_clear_answer', counts: true } as const;
  switch (reply.status) {
    case 400:
      return { event: 'refused', counts: true } as const;
    case 401:
    case 403:
    case 404:
    case 405:
      return { event: 'turned_away', counts: reply.status !== 401 } as const;
    default:
      return { event: 'no_clear_answer', counts: reply.status !== 429 } as const;
  }
}

const isSuspect = (reply: CreateReply): boolean =>
  reply.kind === 'lost' ||
  reply.kind === 'not_sent' ||
  (reply.kind === 'status' && [302, 401, 403].includes(reply.status));

const suspicious: readonly AppError['code'][] = [
  'service_unreachable',
  'token_refused',
  'not_permitted',
  'not_the_service',
  'service_busy',
];
const isOfConnection = ({ code }: AppError): boolean => suspicious.includes(code);
