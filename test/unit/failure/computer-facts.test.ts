import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { computerFacts, type ComputerSources } from '../../../src-main/failure/computer-facts.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

/** A computer that tells everything. */
function sources(): ComputerSources {
  return {
    folder: temporaryFolder(),
    diskSign: () => ({ code: 'disk_slow', tookMs: 2_000 }),
    // Waits less than it is told.
    clock: { sleep: () => new Promise((resolve) => setTimeout(resolve, 50)) },
    printers: () => Promise.resolve(['EPSON']),
    keyStore: () => Promise.resolve('real kwallet6'),
    routes: () => Promise.resolve('DIRECT'),
    screens: () => [{ size: { width: 1280, height: 720 }, scaleFactor: 1.5 }],
    clockAheadMs: () => 90_000,
    env: { XDG_SESSION_TYPE: 'wayland' },
  };
}

test('each fact is as the system tells it', async () => {
  const facts = await computerFacts(sources());
  expect(facts).toEqual({
    freeBytes: expect.any(Number) as number,
    ...{ printers: ['EPSON'], keyStore: 'real kwallet6', routes: 'DIRECT' },
    ...{ display: 'wayland, 1920 × 1080 @ 1.5', clockAheadMs: 90_000 },
    diskSign: { code: 'disk_slow', tookMs: 2_000 },
  });
  expect(facts.freeBytes).toBeGreaterThan(0);
});

test('what fails, or never answers, is not told, and the rest is', async () => {
  const broken: ComputerSources = {
    ...sources(),
    folder: join(tmpdir(), 'counterfoil-none'),
    printers: () => new Promise(() => undefined),
    keyStore: () => Promise.reject(new Error('no bus')),
    screens: () => {
      throw new Error('no display');
    },
    clockAheadMs: () => {
      throw new Error('the file cannot be read');
    },
  };
  expect(await computerFacts(broken)).toEqual({
    ...{ freeBytes: null, printers: null, keyStore: null, display: null, clockAheadMs: null },
    routes: 'DIRECT',
    diskSign: { code: 'disk_slow', tookMs: 2_000 },
  });
});
