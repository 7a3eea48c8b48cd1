// Documents are remembered as the service's answers show them.
import type { Observer } from '../service/observed.ts';
import { readShown, type Shown } from './shown.ts';

export const remember = (
  note: (shown: Shown, atMs: number) => void,
  nowMs: () => number,
): Observer => ({
  whatFailed: 'documents could not be remembered',
  hear: (request, exchange) => {
    note(readShown(request, exchange), nowMs());
  },
});
