import type { Locator, Page } from '@playwright/test';

const STEPS = 8;

/** Swipes horizontally over the center of the target, by this many pixels. */
export const swipe = async (page: Page, target: Locator, by: number): Promise<void> => {
  await target.scrollIntoViewIfNeeded();
  const box = await target.boundingBox();
  if (box === null) throw new Error('there is nothing to swipe over');
  const session = await page.context().newCDPSession(page);
  const [x, y] = [box.x + (box.width - by) / 2, box.y + box.height / 2];
  await session.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] });
  for (let step = 1; step <= STEPS; step += 1) {
    const touchPoints = [{ x: x + (by * step) / STEPS, y }];
    await session.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints });
  }
  await session.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
};
