// One thing at a time, in the order in which it was asked for.

export class Turns {
  #last: Promise<unknown> = Promise.resolve();

  /** Acts once whatever was asked for before has ended, well or badly. */
  take<Value>(act: () => Value | Promise<Value>): Promise<Value> {
    const turn = this.#last.then(act);
    this.#last = turn.catch(() => undefined);
    return turn;
  }
}
