// Answers with fixed seeds, so that every run reads the same ones; `fuzzAnswers` can try many more.
import { describe, expect, it } from 'vitest';
import { seedsFrom } from '../many-histories.ts';
import { answersComplaint } from './answers-summary.ts';
import { fuzzAnswers, replayAnswer, type Judged } from './fuzz-answers.ts';
import { badReaderNames, badReaders, type BadReader } from './bad-readers.ts';
import type { Wrong } from './said.ts';

describe('whatever the service answers', () => {
  it('the till concludes exactly what the answer says', async () => {
    const fuzzed = await fuzzAnswers({ answers: 1000, seed: 1 });
    expect(answersComplaint(fuzzed)).toBe('');
    // Without these, nothing would have been tried.
    const understood = fuzzed.judged.filter(({ said, concluded }) => said.verdict === concluded);
    for (const verdict of ['accepted', 'refused', 'turned_away', 'found', 'absent', 'unclear']) {
      expect(understood.filter(({ said }) => said.verdict === verdict).length).toBeGreaterThan(50);
    }
    expect(understood.map(({ said }) => said.verdict)).toEqual(
      expect.arrayContaining(['created_unclear', 'found_not_finalized', 'found_mismatch']),
    );
    // Room for the bytes of the answers, what is made of them and the test runner; a leak of what
    // is read would be gigabytes.
    expect(fuzzed.peakBytes).toBeLessThan(1.5 * 1024 ** 3);
  }, 60_000);
});

const expected: Readonly<Record<BadReader, Wrong>> = {
  believes_any_201: 'wrongly_confirmed',
  believes_any_success: 'wrongly_confirmed',
  compares_references_by_containing: 'wrongly_confirmed',
  takes_any_400_for_a_refusal: 'wrongly_rejected',
  takes_any_error_body_for_a_refusal: 'wrongly_rejected',
  takes_a_break_for_not_sent: 'wrongly_sent_again',
  takes_an_unclear_201_for_a_lost_answer: 'wrongly_sent_again',
  takes_a_failed_look_up_for_absence: 'wrongly_sent_again',
  reads_the_first_page_only: 'wrongly_sent_again',
  passes_over_rows_it_cannot_read: 'wrongly_sent_again',
  fails_at_documents_without_a_reference: 'not_understood',
  understands_nothing: 'not_understood',
};

/** Returns the first answer with which the reader makes its mistake. */
async function firstCaught(name: BadReader): Promise<Judged> {
  for (const seed of seedsFrom(1, 40)) {
    const fuzzed = await fuzzAnswers({ answers: 50, seed, reader: badReaders[name] });
    const caught = fuzzed.judged.find(({ wrong }) => wrong === expected[name]);
    if (!caught) continue;
    expect(answersComplaint(fuzzed)).toContain(
      `replayAnswer({ seed: ${seed}, index: ${caught.index} })`,
    );
    return caught;
  }
  throw new Error('not caught');
}

describe('a reader that makes a mistake is caught, and the same answer shows it again:', () => {
  it.each(badReaderNames)('it %s', async (name) => {
    const caught = await firstCaught(name);
    expect(await replayAnswer(caught, badReaders[name])).toMatchObject({ wrong: caught.wrong });
    expect(await replayAnswer(caught)).toMatchObject({ wrong: null });
  });
});
