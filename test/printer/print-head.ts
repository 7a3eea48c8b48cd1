// The part that both languages share: text gathers in a line until a feed, and anything else is
// printed after it.
import { unset, type Decoding } from './code-pages.ts';
import { plain, type Align, type Job, type Printed, type Run, type Style } from './printed.ts';

export class PrintHead {
  readonly #printed: Printed[] = [];
  readonly #commands: string[] = [];
  readonly #problems: string[] = [];
  #runs: Run[] = [];
  /** A line feed then moves past a strip of an image, not past text. */
  #inStrip = false;
  #decode: Decoding = unset;
  /** Whether letters beyond ASCII are halves of Chinese ones, as cheap printers begin. */
  takesPairs = false;
  style: Style = plain;
  align: Align = 'left';

  reset(): void {
    this.style = plain;
    this.align = 'left';
    this.#decode = unset;
  }

  setCodePage(page: Decoding | undefined, number: number): void {
    if (!page) this.problem(`code page ${number}`);
    this.#decode = page ?? unset;
  }

  command(name: string): void {
    this.#commands.push(name);
  }

  problem(what: string): void {
    this.#problems.push(what);
  }

  letter(byte: number): void {
    if (this.takesPairs && byte >= 0x80) this.problem(`half a letter ${byte}`);
    const text = this.#decode(byte);
    const last = this.#runs.at(-1);
    if (last?.style === this.style) {
      this.#runs[this.#runs.length - 1] = { text: last.text + text, style: this.style };
    } else this.#runs.push({ text, style: this.style });
  }

  feedLine(): void {
    if (this.#inStrip && this.#runs.length === 0) {
      this.#inStrip = false;
      return;
    }
    this.#printed.push({ kind: 'line', align: this.align, runs: this.#runs });
    this.#runs = [];
  }

  /** Prints an unfinished line before anything that is not text. */
  print(printed: Printed): void {
    if (this.#runs.length > 0) this.feedLine();
    this.#printed.push(printed);
  }

  /** As high as a line; the line feed after it prints it. */
  strip(align: Align, rows: readonly string[]): void {
    this.print({ kind: 'image', align, rows });
    this.#inStrip = true;
  }

  end(): Job {
    if (this.#runs.length > 0) this.problem('a line that was never printed');
    return { printed: this.#printed, commands: this.#commands, problems: this.#problems };
  }
}
