// The views of a list that are being asked for. A newer one takes the place of those before it.
import { err, type Result } from '../contract/errors.ts';

export class Views {
  readonly #underWay = new Set<{ readonly view: number; readonly ending: AbortController }>();

  /**
   * Asks for a view, and ends what lower views still ask for, which return `overtaken`. A lower
   * view that comes later belongs to a page that was loaded anew, and is asked for like any other.
   */
  async ask<Value>(
    view: number,
    ask: (signal: AbortSignal) => Promise<Result<Value>>,
  ): Promise<Result<Value>> {
    for (const other of this.#underWay) if (other.view < view) other.ending.abort();
    const one = { view, ending: new AbortController() };
    const { signal } = one.ending;
    this.#underWay.add(one);
    try {
      const answer = await ask(signal);
      return signal.aborted ? err({ code: 'overtaken' }) : answer;
    } finally {
      this.#underWay.delete(one);
    }
  }
}
