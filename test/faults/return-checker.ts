// Judges what came back: nothing twice, nothing beyond the sale as far as a till could know of it,
// and all that was promised. Sums everything up again, without any code of the product.
import type { SaleState } from '../../src-main/contract/outbox-states.ts';
import type { ShownPage } from './proxied-lists.ts';
import type { ReturnWord } from './return-words.ts';
import { ours } from './times.ts';

export interface KeptReturn {
  /** Which till's file has it. */
  readonly file: string;
  readonly saleId: number;
  readonly reference: string;
  readonly state: SaleState;
  /** A return that was cancelled once does not count while it is. */
  readonly wasCancelled: boolean;
  /** Whether the service had said everything of other returns when it was made. */
  readonly wasAsked: boolean;
  /** The original's, as the till kept it. */
  readonly docKey: string;
  readonly totalCents: number;
  /** In thousandths. */
  readonly lines: readonly { readonly position: number; readonly quantity: number }[];
  readonly hasPrintJob: boolean;
}

export interface HeldDocument {
  readonly id: number;
  readonly docKey: string;
  /** The till's own; empty for documents of others. */
  readonly reference: string;
  /** The key of the document that it takes back from; empty for any other document. */
  readonly returnOf: string;
  readonly totalCents: number;
  /** In thousandths. */
  readonly lines: readonly { readonly code: string; readonly quantity: number }[];
}

export interface ReturnEnding {
  readonly words: readonly (ReturnWord & { readonly atMs: number })[];
  readonly kept: readonly KeptReturn[];
  readonly documents: readonly HeldDocument[];
  /** What the tills were answered to their searches. */
  readonly pages: readonly ShownPage[];
  /** References of which the network or the service made several documents. */
  readonly excused: ReadonlySet<string>;
  readonly givenUp: ReadonlySet<string>;
  readonly dropped: ReadonlySet<string>;
  /** The originals of which a person was told that too much came back. */
  readonly told: ReadonlySet<string>;
}

export const returnProblemKinds = [
  /** Two returns were made of one, or the till sent one twice. */
  'return_twice',
  /** More came back than was sold, in goods or in cents, and the till could know it. */
  'returned_beyond',
  /** The same, and the till could not know it; afterwards nobody was told. */
  'beyond_untold',
  /** The till said that it was made, and its file or the service does not have it. */
  'return_lost',
  /** Made without its print job, which belongs to its commit. */
  'return_half_made',
] as const;
export type ReturnProblemKind = (typeof returnProblemKinds)[number];

export interface ReturnProblem {
  readonly kind: ReturnProblemKind;
  readonly reference: string;
  readonly what: string;
}

export interface ReturnVerdict {
  readonly problems: readonly ReturnProblem[];
  readonly figures: ReturnFigures;
}

/** How much was tried with returns. */
export interface ReturnFigures {
  /** Returns that were said to be made. */
  readonly made: number;
  readonly refused: readonly string[];
  /** Originals of which more came back than was sold, though no till could know it. */
  readonly unknowable: number;
}

type Complain = (kind: ReturnProblemKind, reference: string, what: string) => void;

/** One return of an original. */
interface Taken {
  readonly reference: string;
  /** Null if it was lost with a folder that another replaced. */
  readonly kept: KeptReturn | null;
  readonly note: HeldDocument | null;
}

export function checkReturns(ending: ReturnEnding): ReturnVerdict {
  const problems: ReturnProblem[] = [];
  const complain: Complain = (kind, reference, what) => {
    problems.push({ kind, reference, what });
  };
  const notes = ending.documents.filter(({ returnOf }) => returnOf !== '');
  checkOnce(ending, notes, complain);
  checkPromised(ending, notes, complain);
  const noteOf = new Map(notes.map((note) => [note.reference, note]));
  const unknown = notes.filter(({ reference }) =>
    ending.kept.every((one) => one.reference !== reference),
  );
  const all: readonly Taken[] = [
    ...ending.kept.map((kept) => ({
      ...{ reference: kept.reference, kept },
      note: noteOf.get(kept.reference) ?? null,
    })),
    ...unknown.map((note) => ({ reference: note.reference, kept: null, note })),
  ];
  const counted = all.filter(({ kept, note }) => note ?? kept?.state !== 'cancelled');
  // The service's own word for the original comes first.
  const ofOriginals = Map.groupBy(
    counted,
    ({ kept, note }) => note?.returnOf ?? kept?.docKey ?? '',
  );
  let unknowable = 0;
  for (const [docKey, taken] of ofOriginals) {
    const original = ending.documents.find((document) => document.docKey === docKey);
    if (!original) {
      complain('returned_beyond', docKey, 'no document has this key');
    } else if (checkOriginal(original, taken, ending, complain) === 'unknowable') {
      unknowable += 1;
      if (!ending.told.has(docKey)) complain('beyond_untold', docKey, namesOf(taken));
    }
  }
  const { words } = ending;
  const made = new Set(words.flatMap((word) => (word.did === 'returned' ? word.reference : [])));
  const refused = words.flatMap((word) => (word.did === 'refused' ? word.code : []));
  return { problems, figures: { made: made.size, refused, unknowable } };
}

const namesOf = (taken: readonly Taken[]): string =>
  taken.map(({ reference }) => reference).join(', ');

/** Checks that asking for a return twice makes one, and that one is one document. */
function checkOnce(
  { words, excused, givenUp }: ReturnEnding,
  notes: readonly HeldDocument[],
  complain: Complain,
): void {
  const made = words.flatMap((word) => (word.did === 'returned' ? word : []));
  const known = made.filter(({ reference }) => !givenUp.has(reference));
  for (const [, same] of Map.groupBy(known, ({ returnId }) => returnId)) {
    const references = [...new Set(same.map(({ reference }) => reference))];
    const [first = ''] = references;
    if (references.length > 1) complain('return_twice', first, `made as ${references.join(', ')}`);
  }
  for (const [reference, same] of Map.groupBy(notes, (note) => note.reference)) {
    const keys = same.map(({ docKey }) => docKey).join(', ');
    if (same.length > 1 && !excused.has(reference)) complain('return_twice', reference, keys);
  }
}

function checkPromised(
  { words, kept, givenUp, dropped }: ReturnEnding,
  notes: readonly HeldDocument[],
  complain: Complain,
): void {
  const held = new Set(notes.map(({ reference }) => reference));
  const keptOf = new Map(kept.map((one) => [one.reference, one]));
  for (const word of words) {
    if (word.did !== 'returned' || givenUp.has(word.reference)) continue;
    const { reference, docKey } = word;
    const own = keptOf.get(reference);
    if (!own) complain('return_lost', reference, `of ${docKey}, not in the file`);
  }
  for (const { reference, state, hasPrintJob } of kept) {
    const mustBeThere = state === 'confirmed' && !dropped.has(reference);
    if (mustBeThere && !held.has(reference))
      complain('return_lost', reference, 'confirmed, and not at the service');
    if (!hasPrintJob) complain('return_half_made', reference, 'without its print job');
  }
}

/** What came back: by the lines of the original, by codes, and in cents. */
interface Amounts {
  readonly cents: number;
  readonly lines: ReadonlyMap<string, number>;
}

/**
 * Checks each return by what its till could know when it made it: the others of its own file, and
 * those that its search showed.
 */
function checkOriginal(
  original: HeldDocument,
  taken: readonly Taken[],
  ending: ReturnEnding,
  complain: Complain,
): 'within' | 'unknowable' | 'known' {
  const sold = soldOf(original);
  let isKnown = false;
  for (const one of taken) {
    if (!one.kept) continue;
    const { kept } = one;
    const known = taken.flatMap((other) => {
      if (other === one) return [];
      if (isEarlierIn(kept, other)) return [other];
      return kept.wasAsked && isShown(one, other, ending) ? [asNoted(other)] : [];
    });
    const beyond = beyondOf(sold, [...known, one], original);
    if (beyond === null) continue;
    isKnown = true;
    const others = known.length === 0 ? 'nothing' : namesOf(known);
    complain('returned_beyond', one.reference, `of ${original.docKey}, after ${others}: ${beyond}`);
  }
  if (isKnown) return 'known';
  // What the service does not hold and never will is no credit note.
  const held = taken.filter(({ note }) => note !== null).map(asNoted);
  return beyondOf(sold, held, original) === null ? 'within' : 'unknowable';
}

/** The note alone, as another till sees it, names codes and no lines. */
const asNoted = ({ kept, ...rest }: Taken): Taken => ({
  ...rest,
  kept: kept && { ...kept, lines: [] },
});

const isEarlierIn = ({ file, saleId }: KeptReturn, { kept }: Taken): boolean =>
  kept?.file === file && kept.saleId < saleId && !kept.wasCancelled;

/** A message may be heard a little after what follows it. */
const raceMs = ours(40);

/**
 * Returns whether every search for the original while the return was made showed the other. A till
 * that is killed after the commit says that it was made when it is asked again: what counts is what
 * it saw since it was asked first.
 */
function isShown({ reference }: Taken, { note }: Taken, { words, pages }: ReturnEnding): boolean {
  const made = words.find((word) => word.did === 'returned' && word.reference === reference);
  if (made?.did !== 'returned' || !note) return false;
  const asked = words.find(
    (word) => word.did === 'asked' && word.wanted.returnId === made.returnId,
  );
  if (!asked) return false;
  const searches = pages.filter(
    ({ atMs, search }) =>
      search === made.docKey && atMs >= asked.atMs - raceMs && atMs <= made.atMs,
  );
  return searches.length > 0 && searches.every(({ ids }) => ids.has(note.id));
}

function soldOf({ totalCents, lines }: HeldDocument): Amounts {
  const sums = new Map<string, number>();
  for (const [position, { code, quantity }] of lines.entries()) {
    add(sums, `line ${position}`, quantity);
    add(sums, code, quantity);
  }
  return { cents: totalCents, lines: sums };
}

/** Returns in words what is beyond the sale; null if nothing is. */
function beyondOf(sold: Amounts, taken: readonly Taken[], original: HeldDocument): string | null {
  const back = new Map<string, number>();
  for (const { kept, note } of taken) {
    for (const { position, quantity } of kept?.lines ?? []) add(back, `line ${position}`, quantity);
    const byCode =
      note?.lines ??
      kept?.lines.map(({ position, quantity }) => ({
        ...{ code: original.lines[position]?.code ?? '', quantity },
      }));
    for (const { code, quantity } of byCode ?? []) add(back, code, quantity);
  }
  for (const [what, quantity] of back) {
    const most = sold.lines.get(what) ?? 0;
    if (quantity > most) return `${quantity} of ${most} of ${what}`;
  }
  const cents = taken.reduce((sum, { kept, note }) => sum + centsOf(kept, note), 0);
  return cents > sold.cents ? `${cents} of ${sold.cents} cents` : null;
}

/** The dearer of both, if they differ. */
const centsOf = (kept: KeptReturn | null, note: HeldDocument | null): number =>
  Math.max(kept?.totalCents ?? 0, Math.abs(note?.totalCents ?? 0));

function add(sums: Map<string, number>, what: string, quantity: number): void {
  sums.set(what, (sums.get(what) ?? 0) + quantity);
}
