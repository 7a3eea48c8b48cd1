// A till on a computer in another time zone than its service, as the session opens it.
import { expect, test } from 'vitest';
import { localDay } from '../../../src-main/contract/calendar.ts';
import { HandClock } from '../../hand-clock.ts';
import { direct } from '../service/networks.ts';
import { newFolder, sayingService, startSession } from '../session-rig.ts';

test('a till is told within the minute that the service has another day, by `today_str`', async () => {
  const { said, serviceAddress } = await sayingService();
  const clock = new HandClock();
  said.today = '2026-01-04';
  const { session, notices } = startSession(newFolder(), direct, new Map(), { clock });
  await session.signIn({
    ...{ way: 'password', serviceAddress, username: 'ana', password: 'x' },
    ...{ companyCode: 'LOJA', tillCode: '1' },
  });
  const differs = { code: 'day_differs', here: localDay(clock.nowMs()), there: said.today };
  await expect
    .poll(() => {
      clock.advance(2_000);
      return notices;
    })
    .toContainEqual(differs);
  expect(clock.monotonicMs()).toBeLessThan(60_000);
  said.today = localDay(clock.nowMs());
  await expect
    .poll(() => {
      clock.advance(600_000);
      return notices;
    })
    .not.toContainEqual(differs);
});
