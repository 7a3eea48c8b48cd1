// The sheets of an ods file, one after the other: which one is under way, and which are hidden.
import { attributeNamed, type Attributes } from './xml.ts';

/** A name may be as long as somebody likes. */
const longestName = 100;
const mostNames = 10_000;

export class OdsTables {
  /** The names of the sheets that a person sees. */
  readonly names: string[] = [];
  readonly #hiddenStyles = new Set<string>();
  #style = '';
  #depth = 0;
  #isVisible = false;

  /**
   * The index in `names` of the sheet under way; null outside of them, and in a table within a
   * cell.
   */
  get current(): number | null {
    return this.#depth === 1 && this.#isVisible ? this.names.length - 1 : null;
  }

  open(name: string, attributes: Attributes): void {
    if (name === 'style') this.#style = attributeNamed(attributes, 'name') ?? '';
    else if (name === 'table-properties') {
      if (attributeNamed(attributes, 'display') === 'false') this.#hiddenStyles.add(this.#style);
    } else if (name === 'table') {
      this.#depth += 1;
      if (this.#depth === 1) this.#begin(attributes);
    }
  }

  close(name: string): void {
    if (name === 'table') this.#depth -= 1;
  }

  #begin(attributes: Attributes): void {
    this.#isVisible =
      this.names.length < mostNames &&
      !this.#hiddenStyles.has(attributeNamed(attributes, 'style-name') ?? '');
    if (!this.#isVisible) return;
    this.names.push((attributeNamed(attributes, 'name') ?? '').slice(0, longestName));
  }
}
