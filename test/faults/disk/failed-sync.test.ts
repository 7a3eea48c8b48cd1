// A disk that takes what is written and cannot sync it.
import { expect, test } from 'vitest';
import { reference } from '../../integration/store/samples.ts';
import { notHere, runInterposed } from './interposed.ts';

test('a sale that was refused as the disk could not sync it does not come back at the next start', async ({
  skip,
}) => {
  if (notHere !== null) skip(notHere);
  const output = await runInterposed('failed-sync-process.ts', null);
  const left = { references: [reference(1)], hasCart: true, methods: 0 };
  expect(JSON.parse(output.toString('utf8'))).toEqual({
    refused: ['store_failed', 'store_failed', 'store_failed'],
    afterKill: left,
    afterClosing: left,
  });
});
