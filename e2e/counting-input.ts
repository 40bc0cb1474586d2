import type { Locator, Page } from '@playwright/test';

/** Taps and types like a visitor, and counts both. A field that has the focus is typed into without a tap. */
export const countingInput = (page: Page) => {
  const counts = { taps: 0, fields: 0 };
  const tap = async (target: Locator): Promise<void> => {
    counts.taps += 1;
    await target.click();
  };
  const type = async (field: Locator, text: string): Promise<void> => {
    if (!(await field.evaluate((element) => element === document.activeElement))) await tap(field);
    counts.fields += 1;
    await page.keyboard.type(text);
  };
  /** Opening a list and choosing in it are one tap each. */
  const choose = async (list: Locator, label: string): Promise<void> => {
    counts.taps += 2;
    await list.selectOption({ label });
  };
  return { counts, tap, type, choose };
};
