// Many histories at a time, here or in processes of their own, and what is said when one goes
// wrong.
import { fork, type ChildProcess } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { History, Play } from './run-history.ts';

/** The results in the order of the items. */
export async function runEach<Item, Result>(
  items: readonly Item[],
  atATime: number,
  run: (item: Item, slot: number) => Promise<Result>,
): Promise<readonly Result[]> {
  const results: Result[] = [];
  const waiting = items.entries();
  const work = async (slot: number) => {
    for (const [index, item] of waiting) results[index] = await run(item, slot);
  };
  await Promise.all(Array.from({ length: atATime }, (_, slot) => work(slot)));
  return results;
}

/**
 * A history mostly waits, so that each core plays several; one process could not answer for the
 * services of all. `slowness`: see `times.ts`.
 */
export async function playInProcesses(
  plays: readonly Play[],
  atATime: number,
  onHistory: (history: History) => void,
  slowness?: number,
): Promise<readonly History[]> {
  const players = Array.from(
    { length: Math.min(availableParallelism(), atATime) },
    () => new Player(slowness),
  );
  try {
    const play = async (wanted: Play, slot: number) => {
      const player = players[slot % players.length];
      if (!player) throw new Error('nobody plays');
      const history = await player.play(wanted);
      onHistory(history);
      return history;
    };
    return await runEach(plays, atATime, play);
  } finally {
    for (const player of players) player.end();
  }
}

/** A process that plays histories. */
class Player {
  readonly #process: ChildProcess;
  readonly #playing = new Map<number, PromiseWithResolvers<History>>();
  #played = 0;

  constructor(slowness?: number) {
    this.#process = fork(fileURLToPath(new URL('history-player.ts', import.meta.url)), {
      execArgv: [],
      env: {
        ...process.env,
        ...(slowness !== undefined && { FAULTS_SLOWNESS: String(slowness) }),
      },
    });
    this.#process.on('message', ({ number, history }: Played) => {
      this.#playing.get(number)?.resolve(history);
      this.#playing.delete(number);
    });
    this.#process.on('exit', (code) => {
      for (const { reject } of this.#playing.values()) {
        reject(new Error(`a process that plays histories ended with ${String(code)}`));
      }
    });
  }

  play(play: Play): Promise<History> {
    const playing = Promise.withResolvers<History>();
    this.#played += 1;
    this.#playing.set(this.#played, playing);
    this.#process.send({ number: this.#played, play } satisfies ToPlay);
    return playing.promise;
  }

  end(): void {
    this.#process.disconnect();
  }
}

/** What a player is told, and what it answers. */
export interface ToPlay {
  readonly number: number;
  readonly play: Play;
}
export interface Played {
  readonly number: number;
  readonly history: History;
}

/**
 * Returns whether a till that was merely given too little of the machine would look like this. Its
 * time goes a thousand times faster than the machine's: a pause of half a second is one of minutes,
 * and begins each doubt anew. Nothing but a sale that is not settled yet can be due to that.
 */
export const mayBeTooFast = ({ problems, failures }: Pick<History, 'problems' | 'failures'>) =>
  failures.length === 0 &&
  problems.length > 0 &&
  problems.every(({ kind }) => kind === 'never_settled');

const playedAgainSlowness = 3;

/** Plays anew, alone and slowly, what may have been too fast for the machine. */
export async function playAgainSlowly(histories: readonly History[]): Promise<readonly History[]> {
  const tooFast = histories.filter(mayBeTooFast);
  if (tooFast.length === 0) return histories;
  for (const history of tooFast) {
    process.stdout.write(`Played again, slowly: ${complaint(history)}\n`);
  }
  const again = await playInProcesses(tooFast, 1, () => undefined, playedAgainSlowness);
  return histories.map((history) => again[tooFast.indexOf(history)] ?? history);
}

export const seedsFrom = (first: number, count: number): readonly number[] =>
  Array.from({ length: count }, (_, index) => first + index);

/**
 * What went wrong, a line for each thing, headed by the command that plays it again; empty when
 * nothing did.
 */
export function complaint({ kind, seed, badTill, problems, failures }: History): string {
  if (problems.length + failures.length === 0) return '';
  const till = badTill === null ? '' : ` --till ${badTill}`;
  return [
    `npm run faults -- --histories 1 --seed ${seed} --kind ${kind}${till}`,
    ...problems.map((problem) => `  ${problem.kind}: ${problem.reference}: ${problem.what}`),
    ...failures.map((failure) => `  the till failed: ${failure}`),
  ].join('\n');
}
