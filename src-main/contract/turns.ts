// Does one thing at a time, in the order of asking.

export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Acts once everything that was asked for before has ended, well or badly. */
  take<Value>(act: () => Value | Promise<Value>): Promise<Value> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
