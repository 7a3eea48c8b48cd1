// Answers can overtake each other. Only the answer to the latest question counts.
export class LatestAnswer {
  #begun = 0;
  /** The newest question whose answer has come. */
  #answered = 0;

  /**
   * Begins a question; those asked before count no more. Returns a function that tells whether
   * this one is still the latest.
   */
  begin(): () => boolean {
    this.#begun += 1;
    return this.current();
  }

  /** Returns a function that tells whether the question begun last is still the latest. */
  current(): () => boolean {
    const begun = this.#begun;
    return () => begun === this.#begun;
  }

  /**
   * Begins a question that is asked again and again, before it is answered. Returns a function, to
   * be called when its answer has come, which returns whether that counts: it does unless the
   * answer to a newer question was there first.
   */
  inOrder(): () => boolean {
    this.#begun += 1;
    const begun = this.#begun;
    return () => {
      if (begun < this.#answered) return false;
      this.#answered = begun;
      return true;
    };
  }

  /** Returns null if something newer was begun before the answer came. */
  async of<Answer>(question: Promise<Answer>): Promise<Answer | null> {
    const isLatest = this.begin();
    const answer = await question;
    return isLatest() ? answer : null;
  }
}
