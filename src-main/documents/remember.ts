// Documents are remembered as the service's answers show them.
import type { Observer } from '../service/observed.ts';
import { readShown, type DocumentsInAnswer } from './shown.ts';

export const remember = (
  note: (shown: DocumentsInAnswer, atMs: number) => void,
  nowMs: () => number,
): Observer => ({
  whatFailed: 'documents could not be remembered',
  hear: (request, exchange) => {
    note(readShown(request, exchange), nowMs());
  },
});
