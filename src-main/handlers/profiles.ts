// The connections of this computer: which one is open, their names and colours, and removing one.
import type { Handlers } from '../ipc.ts';
import type { Context } from './context.ts';

export function profileHandlers({
  session,
  stateChanged,
}: Context): Pick<Handlers, 'profiles.open' | 'profiles.change' | 'profiles.remove'> {
  return {
    'profiles.open': (request) => session.openProfile(request),
    'profiles.change': (change) => {
      const changed = session.profiles.change(change);
      stateChanged();
      return changed;
    },
    'profiles.remove': ({ id }) => session.removeProfile(id),
  };
}
