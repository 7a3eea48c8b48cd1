// Rehearses situations in practice, and begins practice anew.
import { ok } from '../contract/errors.ts';
import { withdrawnCode } from '../practice/rehearsals.ts';
import type { Context } from './context.ts';
import { type Requests, withoutTill } from './request.ts';

export function practiceRequests({
  session,
  settings,
  secondCopies,
  practiceStick,
  stateChanged,
}: Context): Requests<'practice'> {
  return {
    'practice.rehearse': withoutTill(async ({ rehearsal, isUnderWay }) => {
      const done = await session.rehearse(rehearsal, isUnderWay);
      const { till } = session;
      if (done.ok && till && isUnderWay && rehearsal === 'computer_dies') {
        const copied = await secondCopies.use(till, practiceStick());
        if (!copied.ok) return copied;
      }
      stateChanged();
      return done.ok ? ok({ withdrawnCode }) : done;
    }),
    'practice.loseComputer': {
      till: false,
      actions: 'reset_practice',
      words: (_, { says }) => [says.loseComputer],
      run: async () => {
        const done = await session.loseComputer();
        stateChanged();
        return done;
      },
    },
    'practice.reset': {
      till: false,
      actions: 'reset_practice',
      words: (_, { says }) => [says.resetPractice],
      run: async () => {
        const done = await session.resetPractice();
        if (done.ok) settings.update({ tourTaken: false });
        stateChanged();
        return done;
      },
    },
  };
}
