import type { Locator, Page, TestInfo } from '@playwright/test';
import { chooseDay, dayButton } from './booking-steps.ts';
import { expect } from './fixtures.ts';

/** How a visitor acts: by the finger or by the keyboard alone. */
export interface Hand {
  press(target: Locator): Promise<void>;
  choose(radio: Locator, card: Locator): Promise<void>;
  /** From the month of `shown`, else of today. */
  pickDay(date: string, shown?: string): Promise<void>;
  type(field: Locator, text: string): Promise<void>;
}

export const finger = (page: Page): Hand => ({
  press: (target) => target.tap(),
  choose: (_, card) => card.tap(),
  pickDay: (date, shown) => chooseDay(page, date, shown),
  type: async (field, text) => {
    await field.tap();
    await field.fill(text);
  },
});

const MOST_STOPS = 80;

export const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.count()) > 0 && target.evaluate((element) => element === document.activeElement);

/** Tab by Tab, as far as it takes. */
export const reach = async (page: Page, target: Locator): Promise<void> => {
  await expect(target).toBeAttached();
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await hasFocus(target)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
};

export const keyboard = (page: Page): Hand => ({
  press: async (target) => {
    await reach(page, target);
    await page.keyboard.press('Enter');
  },
  // Tab stops at the group once: the arrows go on from there.
  choose: async (radio) => {
    const group = page.locator('input[type="radio"]:enabled');
    await reach(page, group.first());
    for (let step = 0; step < 5 && !(await radio.isChecked()); step += 1) {
      await page.keyboard.press(step === 0 ? 'Space' : 'ArrowDown');
    }
    await expect(radio).toBeChecked();
  },
  // One Tab stop too: the arrows go from day to day, and on into the next month.
  pickDay: async (date) => {
    await reach(page, page.locator('td button[tabindex="0"]'));
    const day = dayButton(page, date);
    for (let step = 0; step < 40 && !(await hasFocus(day)); step += 1) {
      await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Enter');
  },
  type: async (field, text) => {
    await reach(page, field);
    await page.keyboard.insertText(text);
  },
});

/** On the phone by the finger, on the desk by the keyboard alone. */
export const handOf = (page: Page, { project }: TestInfo): Hand =>
  project.name === 'phone' ? finger(page) : keyboard(page);
