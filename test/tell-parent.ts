// How a process that a test starts and kills tells the test what it has done.
import './keep-compiled.ts';
import { writeSync } from 'node:fs';

/**
 * Writes the line at once and without a buffer: all that the other side reads was done before. Not
 * by `process.stdout`, which makes a full pipe an error; here the process waits.
 */
export const tellParent = (line: string): void => {
  writeSync(1, `${line}\n`);
};
