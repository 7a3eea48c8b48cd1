// The connections of this computer: which one is open, their names and colours, and removing one.
import type { Context } from './context.ts';
import { ofConnections, type Requests } from './request.ts';

export function profileRequests({ session, stateChanged }: Context): Requests<'profiles'> {
  return {
    'profiles.open': {
      ...ofConnections,
      words: ({ id }, { says, context }) => [
        id === null ? says.closeProfile : says.openProfile(profileName(id, context)),
      ],
      run: (request) => session.openProfile(request),
    },
    'profiles.change': {
      ...ofConnections,
      isShared: true,
      words: ({ id, name, colour }, { says, texts, context }) => [
        says.changeProfile(profileName(id, context), name, texts.profiles.colours[colour]),
      ],
      run: (change) => {
        const changed = session.profiles.change(change);
        stateChanged();
        return changed;
      },
    },
    'profiles.remove': {
      ...ofConnections,
      isShared: true,
      words: ({ id }, { says, context }) => [says.removeProfile(profileName(id, context))],
      run: ({ id }) => session.removeProfile(id),
    },
  };
}

const profileName = (id: string | null, { session }: Context): string =>
  session.profiles.known.find((known) => known.id === id)?.name ?? String(id);
