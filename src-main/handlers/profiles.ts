// The connections of this computer: which one is open, their names and colours, and removing one.
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function profileHandlers({ session, stateChanged }: Context): HandlersOf<'profiles'> {
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
