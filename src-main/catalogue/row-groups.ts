// Sums up equal faults of rows, so that a report is as short as there are kinds of faults.
import type { Remark, RowGroup } from '../contract/catalogue.ts';

/** How many faults of one kind are told apart by what stands there, or by their owners. */
const mostApart = 100;
const mostOwners = 1000;
/** How many texts a group shows, and a group of one owner, which has up to 20 barcodes. */
const shownTexts = 3;
const textsOfOwner = 100;

interface Fault<Problem extends string> extends Omit<Remark, 'problem'> {
  readonly problem: Problem;
}

/** A group that still grows. */
interface Group<Problem extends string> extends RowGroup<Problem> {
  readonly texts: string[];
  rows: number;
  readonly lines: [number, number][];
}

export class RowGroups<Problem extends string> {
  readonly #groups = new Map<string, Group<Problem>>();
  /** How many texts or owners of each kind of fault have a group of their own. */
  readonly #kinds = new Map<string, number>();
  readonly #isByText: (problem: Problem) => boolean;
  rows = 0;

  /** `isByText` says whether faults with different texts are told apart. */
  constructor(isByText: (problem: Problem) => boolean) {
    this.#isByText = isByText;
  }

  add({ line, ...fault }: Fault<Problem>): void {
    this.rows += 1;
    const group = this.#groupOf(fault);
    group.rows += 1;
    const last = group.lines.at(-1);
    if (last?.[1] === line - 1) last[1] = line;
    else if (last?.[1] !== line) group.lines.push([line, line]);
  }

  all(): readonly RowGroup<Problem>[] {
    return [...this.#groups.values()];
  }

  #groupOf({ field, problem, text, owner }: Omit<Fault<Problem>, 'line'>): Group<Problem> {
    const kind = `${field ?? ''} ${problem}`;
    const known = this.#kinds.get(kind) ?? 0;
    const ofOne = `${kind} ${owner?.code ?? text}`;
    const isToBeApart = owner !== undefined || this.#isByText(problem);
    const most = owner ? mostOwners : mostApart;
    const isApart = isToBeApart && (known < most || this.#groups.has(ofOne));
    const key = isApart ? ofOne : kind;
    let group = this.#groups.get(key);
    if (!group) {
      const ofOwner = isApart && owner !== undefined ? { owner } : {};
      group = { field, problem, texts: [], rows: 0, lines: [], ...ofOwner };
      this.#groups.set(key, group);
      if (isApart) this.#kinds.set(kind, known + 1);
    }
    const { texts } = group;
    const mostTexts = group.owner ? textsOfOwner : shownTexts;
    if (text !== '' && texts.length < mostTexts && !texts.includes(text)) texts.push(text);
    return group;
  }
}
