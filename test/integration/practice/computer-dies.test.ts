// The rehearsal of a computer that dies: the practice till loses everything that it has, and starts
// again from its second copy; what waited reaches the service once.
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { systemClock } from '../../../src-main/clock.ts';
import { ok } from '../../../src-main/contract/errors.ts';
import { createLog } from '../../../src-main/log.ts';
import { SecondCopies } from '../../../src-main/second-copy/second-copies.ts';
import { countSales } from '../../../src-main/store/sales.ts';
import { eventually } from '../../eventually.ts';
import { startHelper } from '../../helper-process.ts';
import { newFolder, sessionIn } from './practice-session.ts';

test('sales that waited are lost with the computer, come back from the stick, and are sent once', async () => {
  const folder = newFolder();
  const copies = new SecondCopies({
    ...{ startHelper, clock: systemClock, log: createLog(join(folder, 'copy.log')), pollMs: 50 },
    onChanged: () => undefined,
    notify: () => undefined,
    withdraw: () => undefined,
  });
  const at = sessionIn(folder, { openCompanion: copies.open });
  const { session, practice, till, sell, becomes, stateOf } = at;
  onTestFinished(at.close);
  await session.practise();
  expect(await session.rehearse('computer_dies', true)).toEqual(ok(null));
  expect(await copies.use(till(), practice.stick())).toEqual(ok(null));
  const sent = sell();
  await becomes(sent, 'confirmed');
  await session.rehearse('outage', true);
  const waited = [sell(), sell('GALAO')];
  await eventually(() => {
    expect(copies.statusOf(till())).toMatchObject({ state: 'up_to_date', behind: 0 });
  });

  expect(await session.loseComputer()).toEqual(ok(null));
  expect(countSales(till().db)).toMatchObject({ queued: 0, in_doubt: 0, confirmed: 0 });
  expect(practice.rehearsals.underWay).toContain('computer_dies');
  expect(copies.statusOf(till())).toMatchObject({ state: 'off' });

  const found = await copies.find(practice.stick());
  const looked = await copies.look(found.ok ? (found.value[0]?.copyId ?? 0) : 0);
  if (!looked.ok) throw new Error(JSON.stringify(looked));
  expect(looked.value).toMatchObject({ sales: 3, unsettled: 2 });
  const copy = copies.looked(looked.value.lookId);
  if (!copy) throw new Error('it was not looked at');
  const made = await session.backups.lookBy('second copy', (file, profile) =>
    copies.build(copy, file, profile),
  );
  if (!made.ok || made.value === 'wrong_key' || made.value.outcome !== 'whole')
    throw new Error(JSON.stringify(made));
  expect(await session.restore(made.value.lookId, session.till)).toEqual(ok(null));
  expect(practice.rehearsals.underWay).toEqual([]);
  expect(waited.map(stateOf)).toEqual(['in_doubt', 'in_doubt']);
  expect(stateOf(sent)).toBe('confirmed');
  await session.rehearse('outage', false);
  for (const reference of waited) await becomes(reference, 'confirmed');
});

test('only practice loses its computer, and never in the middle of a sale', async () => {
  const at = sessionIn(newFolder());
  onTestFinished(at.close);
  const notPractice = { ok: false, error: { code: 'not_practice' } };
  expect(await at.session.loseComputer()).toEqual(notPractice);
});
