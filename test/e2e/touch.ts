// A finger on the screen, as a touch screen reports it.
import type { Locator, Page } from 'playwright-core';
import { takesPresses } from './cashier.ts';

export type Finger = (target: Locator) => Promise<void>;

export async function connectFinger(page: Page): Promise<Finger> {
  const session = await page.context().newCDPSession(page);
  await session.send('Emulation.setTouchEmulationEnabled', { enabled: true, maxTouchPoints: 1 });
  return async (target) => {
    await takesPresses(target);
    // Waits until nothing else would take the touch.
    await target.click({ trial: true });
    await target.scrollIntoViewIfNeeded();
    const box = await target.boundingBox();
    if (!box) throw new Error('nothing to touch');
    const touchPoints = [{ x: box.x + box.width / 2, y: box.y + box.height / 2 }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints });
    await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  };
}
