// Signing in and out.
import type { Handlers } from '../ipc.ts';
import type { Context } from './context.ts';

export function sessionHandlers({
  session,
}: Context): Pick<
  Handlers,
  | 'session.practise'
  | 'session.findTills'
  | 'session.demoPlans'
  | 'session.signIn'
  | 'session.signOut'
> {
  return {
    'session.practise': () => session.practise(),
    'session.findTills': (credentials) => session.findTills(credentials),
    'session.demoPlans': (service) => session.findPlans(service),
    'session.signIn': (request) => session.signIn(request),
    'session.signOut': () => session.signOut(),
  };
}
