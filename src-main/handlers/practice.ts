// What is rehearsed in practice, and practice begun anew.
import type { Handlers } from '../ipc.ts';
import type { Context } from './context.ts';

export function practiceHandlers({
  session,
  settings,
  stateChanged,
}: Context): Pick<Handlers, 'practice.rehearse' | 'practice.reset'> {
  return {
    'practice.rehearse': async ({ rehearsal, isUnderWay }) => {
      const done = await session.rehearse(rehearsal, isUnderWay);
      stateChanged();
      return done;
    },
    'practice.reset': async () => {
      const done = await session.resetPractice();
      if (done.ok) settings.update({ tourTaken: false });
      stateChanged();
      return done;
    },
  };
}
