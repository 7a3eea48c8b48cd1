// Time in the model: a queue of what happens when, and the computer's two clocks.

interface Job {
  readonly atMs: number;
  readonly order: number;
  readonly work: () => void;
}

const isBefore = (one: Job, other: Job): boolean =>
  one.atMs < other.atMs || (one.atMs === other.atMs && one.order < other.order);

/** Keeps true time, which no clock of the till need show. */
export class World {
  nowMs = 0;
  readonly #heap: Job[] = [];
  #jobs = 0;

  at(atMs: number, work: () => void): void {
    const job = { atMs: Math.max(atMs, this.nowMs), order: (this.#jobs += 1), work };
    const heap = this.#heap;
    let place = heap.length;
    while (place > 0) {
      const above = (place - 1) >> 1;
      const parent = heap[above];
      if (!parent || !isBefore(job, parent)) break;
      heap[place] = parent;
      place = above;
    }
    heap[place] = job;
  }

  /** Lets everything happen up to the time. */
  run(untilMs: number): void {
    for (let [job] = this.#heap; job && job.atMs <= untilMs; [job] = this.#heap) {
      this.#takeFirst();
      this.nowMs = job.atMs;
      job.work();
    }
    this.nowMs = untilMs;
  }

  #takeFirst(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (!last || heap.length === 0) return;
    let place = 0;
    for (;;) {
      let below = 2 * place + 1;
      let child = heap[below];
      if (!child) break;
      const right = heap[below + 1];
      if (right && isBefore(right, child)) {
        below += 1;
        child = right;
      }
      if (!isBefore(child, last)) break;
      heap[place] = child;
      place = below;
    }
    heap[place] = last;
  }
}

/** The computer's clocks, and whether it sleeps. */
export class Computer {
  readonly #world: World;
  #wallOffsetMs = Date.UTC(2026, 0, 5, 10);
  #sleptMs = 0;
  awakeAtMs = 0;

  constructor(world: World) {
    this.#world = world;
  }

  monotonicMs(): number {
    return this.#world.nowMs - this.#sleptMs;
  }

  wallMs(): number {
    return this.#world.nowMs + this.#wallOffsetMs;
  }

  setClock(byMs: number): void {
    this.#wallOffsetMs += byMs;
  }

  /**
   * Nothing of the till runs during the sleep. `isCounted`: the monotonic clock goes on, as on some
   * systems.
   */
  sleep(ms: number, isCounted: boolean): void {
    this.awakeAtMs = Math.max(this.awakeAtMs, this.#world.nowMs + ms);
    if (!isCounted) this.#sleptMs += ms;
  }

  /** Does the work at that time, or once the computer is awake. */
  at(atMs: number, work: () => void): void {
    this.#world.at(atMs, () => {
      if (this.#world.nowMs < this.awakeAtMs) this.#world.at(this.awakeAtMs, work);
      else work();
    });
  }
}
