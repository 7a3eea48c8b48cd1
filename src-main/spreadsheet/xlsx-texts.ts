// The texts that the cells of an xlsx file share (ECMA-376 part 1, 18.4), each with its formatting
// left out.
import { longestText } from './cells.ts';
import { checkBound } from './trouble.ts';
import type { XmlListener } from './xml.ts';

/** Decodes signs that XML cannot hold, such as `_x000D_`. */
export const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([0-9A-F]{4})_/giu, (_, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)),
      )
    : text;

/** Collects a text of several runs, without its pronunciation (`rPh`). */
export class RunTexts {
  #text = '';
  #isInText = false;
  #isInPhonetic = false;

  open(name: string): void {
    if (name === 'rPh') this.#isInPhonetic = true;
    else if (name === 't') this.#isInText = !this.#isInPhonetic;
  }

  text(text: string): void {
    if (this.#isInText && this.#text.length < longestText) this.#text += text;
  }

  close(name: string): void {
    if (name === 't') this.#isInText = false;
    else if (name === 'rPh') this.#isInPhonetic = false;
  }

  take(): string {
    const text = this.#text.slice(0, longestText);
    this.#text = '';
    return unescaped(text);
  }
}

/** Listens to `xl/sharedStrings.xml`. */
export class SharedTexts implements XmlListener {
  readonly texts: string[] = [];
  readonly #runs = new RunTexts();

  open(name: string): void {
    if (name === 'si') this.#runs.take();
    else this.#runs.open(name);
  }

  text(text: string): void {
    this.#runs.text(text);
  }

  close(name: string): void {
    if (name !== 'si') {
      this.#runs.close(name);
      return;
    }
    checkBound('texts', this.texts.length + 1);
    this.texts.push(this.#runs.take());
  }
}
