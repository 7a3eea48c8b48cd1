import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { err } from '../../../src-main/contract/errors.ts';
import type { Profile } from '../../../src-main/contract/profiles.ts';
import { createLog } from '../../../src-main/log.ts';
import { restoredFile } from '../../../src-main/store/restore-backup.ts';
import { Restoring } from '../../../src-main/till/restoring.ts';
import { HandClock } from '../../hand-clock.ts';
import { copiedTill } from '../../integration/second-copy/copied-till.ts';
import { temporaryFolder } from '../../integration/store/temporary-till.ts';

test('what a helper had made that is waited for no longer does not stay beside the till', async () => {
  const folder = temporaryFolder();
  const profile = copiedTill as Profile;
  const clock = new HandClock();
  const environment = {
    startHelper: () => {
      throw new Error('no helper is started');
    },
    doneBy: () => null,
  };
  const log = createLog(join(folder, 'till.log'));
  const restoring = new Restoring({ folder, clock, log, environment }, () => profile);
  let beside = '';
  const lookResult = await restoring.lookBy('second copy', (file) => {
    beside = dirname(file);
    mkdirSync(beside, { recursive: true });
    const madeFiles = ['', '-wal', '-shm', '.version-4', '.version-4.partial'];
    for (const suffix of madeFiles) writeFileSync(restoredFile(file) + suffix, 'half of it');
    writeFileSync(file, 'the till');
    return Promise.resolve(err({ code: 'second_copy_unusable', problem: 'silent' }));
  });
  expect(lookResult).toEqual(err({ code: 'second_copy_unusable', problem: 'silent' }));
  expect(readdirSync(beside)).toEqual(['till.db']);
});
