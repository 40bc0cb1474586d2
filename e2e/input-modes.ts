import type { Locator, Page, TestInfo } from '@playwright/test';
import { chooseDay, dayButton } from './calendar-actions.ts';
import { expect } from './fixtures.ts';

/** User input by touch, by mouse, or by keyboard alone. */
export interface InputMode {
  press(target: Locator): Promise<void>;
  chooseRadio(radio: Locator, card: Locator): Promise<void>;
  /** Starts from the month of `shown`, by default the current month. */
  chooseDay(date: string, shown?: string): Promise<void>;
  /** Replaces the text of the field. */
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

/** The key that moves the focus to the target, and the estimated number of presses; null when the target has the focus. */
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
    // A group of radio buttons or calendar days is one tab stop.
    const stops = [
      ...document.querySelectorAll<HTMLElement>('a[href], button, input, select, summary'),
    ].filter((one) => one.tabIndex >= 0 && !one.matches(':disabled, [type="radio"]:not(:checked)'));
    const count = stops.filter(
      (one) => one.checkVisibility({ visibilityProperty: true }) && isBetween(one, first, last),
    ).length;
    return { key: isBack ? 'Shift+Tab' : 'Tab', stops: count };
  }, orAny);

const MATCHES_NOTHING = ':not(*)';

/** Presses Tab until the target, or an element that matches `orAny`, has the focus. */
export const tabTo = async (page: Page, target: Locator, orAny = MATCHES_NOTHING): Promise<void> => {
  await expect(target).toBeVisible();
  await expect(target).toBeEnabled();
  for (let presses = 0; presses < MAX_TAB_STOPS;) {
    const way = await findTabDirection(target, orAny);
    if (way === null) return;
    // Presses half of the estimate without checking, because the estimate may be too high.
    const unseen = Math.max(1, Math.floor(way.stops / 2));
    for (let press = 0; press < unseen; press += 1) await page.keyboard.press(way.key);
    presses += unseen;
  }
  throw new Error(`the keyboard does not reach ${String(target)}`);
};

const RADIO = 'input[type="radio"]:enabled';

/** Presses ArrowDown until the condition holds. */
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
  // Tab stops at one radio button of the group. Arrow keys choose another.
  chooseRadio: async (radio) => {
    await tabTo(page, page.locator(RADIO).first(), RADIO);
    await pressDownUntil(page, () => radio.isChecked(), 'Space');
    await expect(radio).toBeChecked();
  },
  // The calendar is one tab stop. Page keys move by months, arrow keys by days.
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

/** Touch on the phone project, keyboard alone on the desktop project. */
export const inputModeFor = (page: Page, { project }: TestInfo): InputMode =>
  project.name === 'phone' ? touchInput(page) : keyboardInput(page);
