// Reads many answers from the command line, and fails if one is misunderstood.
import * as v from 'valibot';
import { answersComplaint, answersSummary } from './answers-summary.ts';
import { fuzzAnswers } from './fuzz-answers.ts';

const wholeNumber = v.pipe(v.string(), v.toNumber(), v.safeInteger());
const optionsSchema = v.object({
  answers: v.pipe(wholeNumber, v.minValue(1)),
  seed: wholeNumber,
});

/** The options for `parseArgs`; all commands share `seed`. */
export const answerOptions = {
  /** How many answers are read. */
  answers: { type: 'string' },
} as const;

/** Returns whether every answer was understood. */
export async function readAnswers(values: unknown): Promise<boolean> {
  const fuzzed = await fuzzAnswers(v.parse(optionsSchema, values));
  const complaint = answersComplaint(fuzzed);
  if (complaint !== '') console.log(complaint);
  console.log(answersSummary(fuzzed));
  return complaint === '';
}
