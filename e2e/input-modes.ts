import type { Locator, Page, TestInfo } from '@playwright/test';
import { chooseDay, dayButton } from './calendar-actions.ts';
import { expect } from './fixtures.ts';

/** How a visitor acts: by the finger, by the mouse, or by the keyboard alone. */
export interface InputMode {
  press(target: Locator): Promise<void>;
  chooseRadio(radio: Locator, card: Locator): Promise<void>;
  /** From the month of `shown`, else of today. */
  chooseDay(date: string, shown?: string): Promise<void>;
  /** In the place of what stands there. */
  fill(field: Locator, text: string): Promise<void>;
  check(box: Locator): Promise<void>;
  select(list: Locator, label: string): Promise<void>;
}

const pointerInput = (page: Page, press: InputMode['press']): InputMode => ({
  press,
  chooseRadio: (_, card) => press(card),
  chooseDay: (date, shown) => chooseDay(page, date, shown),
  fill: async (field, text) => {
    await press(field);
    await field.fill(text);
  },
  check: (box) => box.check(),
  select: async (list, label) => {
    await list.selectOption(label);
  },
});

export const touchInput = (page: Page): InputMode => pointerInput(page, (target) => target.tap());
export const mouseInput = (page: Page): InputMode => pointerInput(page, (target) => target.click());

const MAX_TAB_STOPS = 120;

export const hasFocus = async (target: Locator): Promise<boolean> =>
  (await target.count()) > 0 && target.evaluate((element) => element === document.activeElement);

/** Which key leads there from where the focus is, and about how often; none when it is there. */
const findTabDirection = (
  target: Locator,
  orAny: string,
): Promise<{ readonly key: string; readonly stops: number } | null> =>
  target.evaluate((element, others) => {
    const from = document.activeElement ?? document.body;
    if (from === element || from.matches(others)) return null;
    const isBetween = (one: Element, first: Element, last: Element): boolean =>
      (first.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0 &&
      (last.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_PRECEDING) !== 0;
    const isBack = (element.compareDocumentPosition(from) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0;
    const [first, last] = isBack ? [element, from] : [from, element];
    // Of a group of radios or days the keyboard stops at one.
    const stops = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary'),
    ].filter((one) => one.tabIndex >= 0 && !one.matches(':disabled, [type="radio"]:not(:checked)'));
    const count = stops.filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && isBetween(one, first, last),
    ).length;
    return { key: isBack ? 'Shift+Tab' : 'Tab', stops: count };
  }, orAny);

const MATCHES_NOTHING = ':not(*)';

/** Tab by Tab, as far as it takes: to the target, or to whatever the selector `orAny` takes in. */
export const tabTo = async (page: Page, target: Locator, orAny = MATCHES_NOTHING): Promise<void> => {
  await expect(target).toBeVisible();
  await expect(target).toBeEnabled();
  for (let presses = 0; presses < MAX_TAB_STOPS;) {
    const way = await findTabDirection(target, orAny);
    if (way === null) return;
    // Half of the way unseen: not everything on it is a stop of its own.
    const unseen = Math.max(1, Math.floor(way.stops / 2));
    for (let press = 0; press < unseen; press += 1) await page.keyboard.press(way.key);
    presses += unseen;
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
};

const RADIO = 'input[type="radio"]:enabled';

/** Down, step by step, until it holds. */
const pressDownUntil = async (
  page: Page,
  isThere: () => Promise<boolean>,
  first = 'ArrowDown',
): Promise<void> => {
  for (let step = 0; step < 12 && !(await isThere()); step += 1) {
    await page.keyboard.press(step === 0 ? first : 'ArrowDown');
  }
};

export const keyboardInput = (page: Page): InputMode => ({
  press: async (target) => {
    await tabTo(page, target);
    await page.keyboard.press('Enter');
  },
  // Tab stops at the group once, at whichever of them: the arrows go on from there.
  chooseRadio: async (radio) => {
    await tabTo(page, page.locator(RADIO).first(), RADIO);
    await pressDownUntil(page, () => radio.isChecked(), 'Space');
    await expect(radio).toBeChecked();
  },
  // One Tab stop too: from there by months, and by days.
  chooseDay: async (date) => {
    await tabTo(page, page.locator('td button[tabindex="0"]'));
    const day = dayButton(page, date);
    for (let step = 0; step < 40 && !(await hasFocus(day)); step += 1) {
      const way = (await day.count()) === 0 ? null : await findTabDirection(day, MATCHES_NOTHING);
      await page.keyboard.press(way === null ? 'PageDown' : way.key === 'Tab' ? 'ArrowRight' : 'ArrowLeft');
    }
    await expect(day).toBeFocused();
    await page.keyboard.press('Enter');
  },
  fill: async (field, text) => {
    await tabTo(page, field);
    await page.keyboard.press('ControlOrMeta+A');
    await page.keyboard.insertText(text);
  },
  check: async (box) => {
    await tabTo(page, box);
    if (!(await box.isChecked())) await page.keyboard.press('Space');
    await expect(box).toBeChecked();
  },
  select: async (list, label) => {
    await tabTo(page, list);
    const chosen = list.locator('option:checked');
    await page.keyboard.press('Home');
    await pressDownUntil(page, async () => (await chosen.textContent()) === label);
    await expect(chosen).toHaveText(label);
  },
});

/** On the phone by the finger, on the desk by the keyboard alone. */
export const inputModeFor = (page: Page, { project }: TestInfo): InputMode =>
  project.name === 'phone' ? touchInput(page) : keyboardInput(page);
