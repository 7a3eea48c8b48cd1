// The steps of getting a till ready, in the order of need, and what is known of each.
import type { Messages } from '../../resources/messages/en.ts';
import type { TillState } from '../../src-main/contract/till-state.ts';
import type { LearningState } from '../../src-main/contract/learning.ts';

export const startSteps = [
  'methods',
  'products',
  'keys',
  'invoices',
  'texts',
  'printer',
  'drawer',
  'people',
  'display',
  'backups',
  'second-copy',
] as const;
export type StartStep = (typeof startSteps)[number];

/** What main says besides its state; null while it has not answered. */
export interface StepFacts {
  readonly products: number | null;
  readonly keys: number | null;
  readonly hasTexts: boolean | null;
  readonly hasDisplay: boolean | null;
}

export interface StepState {
  readonly isDone: boolean;
  readonly says: string;
}

export function stepState(
  step: StartStep,
  till: TillState,
  { products, keys, hasTexts, hasDisplay }: StepFacts,
  learnt: LearningState['found'] | undefined,
  messages: Messages,
): StepState {
  const { start, catalogue } = messages;
  /** Takes null while it is not known yet. */
  const set = (isDone: boolean | null): StepState => ({
    isDone: isDone === true,
    says: isDone === null ? '' : isDone ? start.isSet : start.notYet,
  });
  /** Says, until the step is done, how much there is to take. */
  const offered = (count: number | undefined) => (count ? start.found(count) : start.notYet);
  switch (step) {
    case 'methods': {
      const { length } = till.paymentMethods;
      const isDone = length > 0;
      return { isDone, says: isDone ? start.inUse(length) : offered(learnt?.methods) };
    }
    case 'products': {
      if (products === null) return set(null);
      const isDone = products > 0;
      const inCatalogue = start.inCatalogue(catalogue.number(products));
      return { isDone, says: isDone ? inCatalogue : offered(learnt?.products) };
    }
    case 'keys': {
      if (keys === null || keys === 0) return set(keys === null ? null : false);
      return { isDone: true, says: start.keys(keys) };
    }
    case 'invoices':
      return { isDone: till.invoiceKind !== null, says: till.invoiceKind?.name ?? start.notYet };
    case 'texts':
      return set(hasTexts);
    case 'printer':
      return set(till.printing.printer !== null);
    case 'drawer':
      return set(till.printing.drawer !== null);
    case 'people': {
      const people = till.lock?.cashiers.length ?? 0;
      return { isDone: people > 0, says: people > 0 ? start.people(people) : start.nobody };
    }
    case 'display':
      return set(hasDisplay);
    case 'backups':
      return {
        isDone: till.hasRecoveryKey,
        says: till.hasRecoveryKey ? start.recoverable : start.daily,
      };
    case 'second-copy':
      return set(till.secondCopy.state !== 'off');
  }
}
