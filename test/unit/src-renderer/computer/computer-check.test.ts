// Tests that a report of the computer tells of the latest that is known.
import { expect, test } from 'vitest';
import { ComputerCheck } from '../../../../src-renderer/computer/computer-check.svelte.ts';
import type { Rhythm } from '../../../../src-renderer/scanning/scanner-rhythm.ts';
import { slowTill } from '../slow-till.ts';

const rhythm: Rhythm = {
  text: '5601234567890',
  longestGapMs: 12,
  end: 'Enter',
  scanned: '5601234567890',
  before: '',
};

test.each(['a scan', 'another run of the checks'])(
  'a report that was asked for before %s does not show afterwards',
  async (what) => {
    const { till, answer } = slowTill();
    const check = new ComputerCheck(till);
    const asked = check.showReport();
    if (what === 'a scan') check.noteScan(rhythm);
    else void check.run();
    answer('computer.report', 0, { text: 'old' });
    await asked;
    expect(check.report).toBeNull();
    const again = check.showReport();
    answer('computer.report', 1, { text: 'new' });
    await again;
    expect(check.report).toBe('new');
  },
);
