// Work that goes along with something else. It begins once that has been answered, and a failure of
// it becomes a notice.
import type { AppError } from '../contract/errors.ts';
import type { Log } from '../log.ts';
import { storeError } from '../store/store-errors.ts';
import type { Notices } from './notices.ts';

export type InBackground = (whatFailed: string, work: () => Promise<void>) => void;

/** `folder` is the folder of the program's data. */
export const inBackgroundWith =
  (notices: Pick<Notices, 'add'>, log: Pick<Log, 'failure'>, folder: string): InBackground =>
  (whatFailed, work) => {
    const onFailure = (error: unknown): void => {
      const id = log.failure(whatFailed, error);
      const notice: AppError = storeError(error, folder) ?? { code: 'unexpected', id };
      notices.add(notice);
    };
    setImmediate(() => {
      // As the function is async, an immediate failure is a rejection too.
      (async () => work())().catch(onFailure);
    });
  };
