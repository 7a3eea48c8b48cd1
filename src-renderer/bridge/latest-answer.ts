// Answers can overtake each other: only that to the question asked last counts.
export class LatestAnswer {
  #begun = 0;

  /** What was asked before counts no more. Returns whether what begins now is still the latest. */
  begin(): () => boolean {
    this.#begun += 1;
    return this.current();
  }

  /** Returns whether what was begun last is still the latest. */
  current(): () => boolean {
    const begun = this.#begun;
    return () => begun === this.#begun;
  }

  /** Returns null where something newer was begun before the answer came. */
  async of<Answer>(question: Promise<Answer>): Promise<Answer | null> {
    const isLatest = this.begin();
    const answer = await question;
    return isLatest() ? answer : null;
  }
}
