// Whether somebody is at the till who may see what it shows.
import type { Session } from '../session/session.ts';
import type { Lock } from './lock.ts';

export interface LockAndSession {
  readonly lock: Pick<Lock, 'isLocked'>;
  readonly session: Pick<Session, 'isSwitching'>;
}

/** Returns whether nobody is at the till who may see it: it is locked, or being closed. */
export const isLockedOrSwitching = ({ lock, session }: LockAndSession): boolean =>
  lock.isLocked || session.isSwitching;
