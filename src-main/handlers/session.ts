// Signing in and out.
import type { Context } from './context.ts';
import type { HandlersOf } from './handlers.ts';

export function sessionHandlers({ session }: Context): HandlersOf<'session'> {
  return {
    'session.tryAgain': () => session.tryAgain(),
    'session.practise': () => session.practise(),
    'session.findTills': (credentials) => session.access.findTills(credentials),
    'session.demoPlans': (service) => session.access.findPlans(service),
    'session.signIn': (request) => session.signIn(request),
    'session.signOut': () => session.signOut(),
  };
}
