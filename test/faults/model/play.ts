// Plays one schedule: a till, its file, its people and a service, until all is well again and
// everything has had its time.
import { defaultTiming, type OutboxTiming } from '../../../src-main/outbox/timing.ts';
import { seeded } from '../seeded.ts';
import { judgeAtEnd, Watcher, type Findings } from './judge.ts';
import { ModelFile, type Row } from './model-file.ts';
import { ModelProgram, ownRules, type RulesOf } from './model-program.ts';
import { ModelService } from './model-service.ts';
import { kindOf } from './service-kinds.ts';
import type { Act, Schedule } from './schedule.ts';
import { Computer, World } from './world.ts';

const minuteMs = 60_000;
/** Six settling times, and the waits around them. */
const endingMs = 200 * minuteMs;
/** Nothing is carried out later than this. */
const lateMs = 75 * minuteMs;

/**
 * A till that probes the service less often: nothing else depends on that, and it makes most of the
 * work.
 */
export const modelTiming: OutboxTiming = { ...defaultTiming, probeMs: 60_000 };

/** The rules and timing that are tried. */
export interface Tried {
  readonly timing: OutboxTiming;
  readonly rulesOf: RulesOf;
}
export const own: Tried = { timing: modelTiming, rulesOf: ownRules };

export class Play {
  readonly world = new World();
  readonly computer = new Computer(this.world);
  readonly service: ModelService;
  readonly failures: string[] = [];
  /** Sales from before which the file was put back, so that nobody can know of them. */
  readonly forgotten: Row[] = [];
  readonly schedule: Schedule;
  file = new ModelFile();
  program: ModelProgram | null = null;
  readonly #tried: Tried;
  /** When the outbox was found paused, in true time. */
  readonly pausedAtMs: number[] = [];
  readonly #sales: string[] = [];
  #starts = 0;
  #startAtMs = 0;

  constructor(schedule: Schedule, tried: Tried) {
    this.schedule = schedule;
    this.#tried = tried;
    this.service = new ModelService(this.world, schedule);
    this.#start();
  }

  #start(): void {
    this.#starts += 1;
    this.program = new ModelProgram({
      ...{ world: this.world, computer: this.computer, file: this.file, service: this.service },
      ...this.#tried,
      onPause: () => this.pausedAtMs.push(this.world.nowMs),
      random: seeded(this.schedule.seed ^ (this.#starts * 7_777)),
      onFailure: (error) => {
        this.failures.push(error instanceof Error ? error.message : String(error));
      },
    });
    this.program.start();
  }

  endProgram(forMs: number): void {
    this.program?.end();
    this.program = null;
    this.#startAtMs = Math.max(this.#startAtMs, this.world.nowMs + forMs);
    this.computer.at(this.#startAtMs, () => {
      if (!this.program && this.world.nowMs >= this.#startAtMs) this.#start();
    });
  }

  rowOf(sale: number): Row | undefined {
    const reference = this.#sales[sale];
    return reference === undefined ? undefined : this.file.rows.get(reference);
  }

  act(act: Act, watcher: Watcher): void {
    const { computer, world } = this;
    switch (act.do) {
      case 'sell': {
        if (!this.program || world.nowMs < computer.awakeAtMs) return;
        const number = this.#sales.length;
        const row = this.file.commit(number, 1000 + 100 * number, computer.wallMs(), world.nowMs);
        this.#sales.push(row.reference);
        watcher.watch();
        this.program.wake();
        return;
      }
      case 'end_program':
        this.endProgram(act.forMs);
        watcher.disturbed(act.forMs);
        return;
      case 'put_file_back': {
        // The copy is taken now, and put back after the time.
        const copy = this.file.copy();
        world.at(world.nowMs + act.byMs, () => {
          for (const row of this.file.rows.values()) {
            if (!copy.rows.has(row.reference)) this.forgotten.push(row);
          }
          this.file = copy;
          this.endProgram(1_000);
          watcher.disturbed(1_000);
        });
        return;
      }
      case 'sleep':
        computer.sleep(act.ms, act.isCounted);
        watcher.disturbed(act.ms);
        return;
      case 'set_clock':
        computer.setClock(act.byMs);
        return;
      case 'unplug':
        this.service.unplug(act.ms);
        watcher.disturbed(act.ms);
        return;
      case 'sign_in':
        this.service.signIn();
        this.program?.signedIn();
        return;
      case 'try_now':
        this.program?.tryNow();
        return;
      case 'release':
        this.program?.release();
        return;
      default: {
        const row = this.rowOf(act.sale);
        if (row && this.program) this.#decide(act.do, row, this.program);
      }
    }
  }

  #decide(
    what: 'cancel' | 'correct' | 'send_again' | 'settle',
    row: Row,
    program: ModelProgram,
  ): void {
    const atMs = this.computer.wallMs();
    switch (what) {
      case 'cancel':
        if (row.state === 'in_doubt') row.requestedDecision = 'cancel';
        else if (row.state === 'queued' || row.state === 'rejected') {
          this.file.step(row, 'cancelled', { atMs });
        }
        break;
      case 'correct':
        if (row.state === 'in_doubt') row.requestedDecision = 'correct';
        else if (row.state === 'rejected') {
          program.correct(row);
          program.doubt(row);
        }
        break;
      case 'send_again':
        if (row.state === 'rejected') {
          this.file.step(row, 'corrected', { atMs });
          program.doubt(row);
        }
        break;
      case 'settle': {
        const mayBe = ['in_doubt', 'incomplete', 'conflict'].includes(row.state);
        if (!mayBe || (row.state === 'in_doubt' && program.undecidableMs(row) > 0)) return;
        // A person who settles the sale has looked in the back office.
        const isThere = this.service.documents.some(
          ({ request, isOtherKind }) => request.sale === row.sale && !isOtherKind,
        );
        this.file.step(row, isThere ? 'settled_confirmed' : 'settled_cancelled', { atMs });
      }
    }
    program.wake();
  }
}

const lengthOf = (act: Act): number => {
  if (act.do === 'end_program') return act.forMs;
  if (act.do === 'put_file_back') return act.byMs;
  return act.do === 'sleep' || act.do === 'unplug' ? act.ms : 0;
};

export function play(schedule: Schedule, tried: Tried = own): Findings {
  const run = new Play(schedule, tried);
  const { world, service } = run;
  const watcher = new Watcher(run);
  for (const act of schedule.acts) {
    world.at(act.atMs, () => {
      run.act(act, watcher);
    });
  }
  const lastMs = Math.max(
    ...schedule.acts.map((act) => act.atMs + lengthOf(act)),
    ...schedule.troubles.map(({ toMs }) => toMs),
    0,
  );
  const healedAtMs = lastMs + minuteMs;
  while (world.nowMs < healedAtMs) {
    world.run(Math.min(healedAtMs, world.nowMs + 2 * minuteMs));
    watcher.watch();
  }
  service.heal();
  const doneAtMs = world.nowMs + endingMs;
  while (world.nowMs < doneAtMs && !watcher.isAllSettled()) {
    world.run(world.nowMs + 10 * minuteMs);
    if (run.program?.needsSignIn) run.act({ do: 'sign_in' }, watcher);
    watcher.watch();
  }
  // A control that the service forgot is passed over after a day.
  const forgets = schedule.kinds.some((kind) => kindOf(kind).forgetsTrouble);
  if (forgets && !watcher.isAllSettled()) world.run(world.nowMs + 27 * 3_600_000);
  const unsettled = watcher.unsettled();
  // Time for what comes late by itself, and two starts whose audits see it.
  for (let starts = 0; starts < 2; starts += 1) {
    run.endProgram(lateMs);
    world.run(world.nowMs + lateMs + 5 * minuteMs);
  }
  return judgeAtEnd(run, watcher, unsettled);
}
