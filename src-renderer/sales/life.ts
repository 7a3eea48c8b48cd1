// A sale's history as it is told: look-ups that saw the same are one entry, and the documents that
// were ever seen are known.
import type { Evidence, SaleStep } from '../../src-main/contract/sales.ts';

export type LifeEntry =
  | { readonly kind: 'step'; readonly step: SaleStep }
  /** Complete look-ups in a row that found this many documents. */
  | { readonly kind: 'look_ups'; readonly documents: number; readonly steps: readonly SaleStep[] };

const fewestToFold = 3;

export function foldLookUps(steps: readonly SaleStep[]): readonly LifeEntry[] {
  const runs: SaleStep[][] = [];
  for (const step of steps) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    if (run && last && sawTheSame(last, step)) run.push(step);
    else runs.push([step]);
  }
  return runs.flatMap((run): readonly LifeEntry[] => {
    const documents = documentsLookedAt(run[0]);
    return documents !== null && run.length >= fewestToFold
      ? [{ kind: 'look_ups', documents, steps: run }]
      : run.map((step) => ({ kind: 'step', step }));
  });
}

/** How many documents a complete look-up saw; null for any other step. */
const documentsLookedAt = (step: SaleStep | undefined): number | null =>
  step?.evidence.kind === 'looked_up' ? step.evidence.documents : null;

const sawTheSame = (one: SaleStep, other: SaleStep): boolean =>
  documentsLookedAt(one) !== null &&
  documentsLookedAt(one) === documentsLookedAt(other) &&
  one.state === other.state;

export type SeenDocument = Extract<Evidence, { kind: 'created' }>['document'];

/** Every document that the history names, in the order of their ids, as it was seen last. */
export function documentsSeen(steps: readonly SaleStep[]): readonly SeenDocument[] {
  const seenDocuments = new Map<number, SeenDocument>();
  for (const { evidence } of steps) {
    const documents =
      evidence.kind === 'created'
        ? [evidence.document]
        : evidence.kind === 'found'
          ? evidence.documents
          : [];
    for (const document of documents) seenDocuments.set(document.id, document);
  }
  return [...seenDocuments.values()].sort((one, other) => one.id - other.id);
}
