// Signing in and out.
import type { Handlers } from '../ipc.ts';
import type { Context } from './context.ts';

export function sessionHandlers({
  session,
}: Context): Pick<Handlers, 'session.practise' | 'session.signIn' | 'session.signOut'> {
  return {
    'session.practise': () => session.practise(),
    'session.signIn': (credentials) => session.signIn(credentials),
    'session.signOut': () => session.signOut(),
  };
}
