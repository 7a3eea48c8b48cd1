// Rehearses situations in practice, and begins practice anew.
import { ok } from '../contract/errors.ts';
import { withdrawnCode } from '../practice/rehearsals.ts';
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function practiceHandlers({
  session,
  settings,
  stateChanged,
}: Context): HandlersOf<'practice'> {
  return {
    'practice.rehearse': async ({ rehearsal, isUnderWay }) => {
      const done = await session.rehearse(rehearsal, isUnderWay);
      stateChanged();
      return done.ok ? ok({ withdrawnCode }) : done;
    },
    'practice.reset': async () => {
      const done = await session.resetPractice();
      if (done.ok) settings.update({ tourTaken: false });
      stateChanged();
      return done;
    },
  };
}
