import type { Result } from '../../src-main/contract/errors.ts';
import type { PinAnswer, PinQuestion } from '../../src-main/contract/pin-window.ts';

/** What the form of a question is handed. */
export interface QuestionProps<Kind extends PinQuestion['kind']> {
  question: Extract<PinQuestion, { kind: Kind }>;
  answer: (typed: PinAnswer) => Promise<Result<null>>;
  close: () => void;
}
