// Programs that a test starts and kills in the middle of what they do.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import { setTimeout as delay } from 'node:timers/promises';
import { expect, onTestFinished } from 'vitest';

/**
 * Kills the program so long after what it printed was enough. Returns the lines that it printed.
 */
export async function linesUntilKilled(
  args: readonly string[],
  isEnough: (lines: readonly string[]) => boolean,
  afterMs: number,
): Promise<readonly string[]> {
  const program = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] });
  onTestFinished(() => {
    program.kill('SIGKILL');
  });
  const closed = once(program, 'close');
  const lines: string[] = [];
  const enough = new Promise<void>((resolve) => {
    createInterface({ input: program.stdout }).on('line', (line) => {
      lines.push(line);
      if (isEnough(lines)) resolve();
    });
  });
  await Promise.race([
    enough,
    closed.then(() => {
      throw new Error('it ended by itself');
    }),
  ]);
  await delay(afterMs);
  program.kill('SIGKILL');
  await closed;
  expect(program.signalCode).toBe('SIGKILL');
  return lines;
}
