import type { Page } from '@playwright/test';
import { insertPhoneReservation, loginAsAdmin, reservedFarDate } from './admin-actions.ts';
import { expect, registerMember, test } from './fixtures.ts';

const MAX_STOPS = 300;

const pages = [
  '/admin',
  '/admin/schedule',
  '/admin/reservations',
  '/admin/reservations/new',
  '/admin/questions',
  '/admin/questions/notifications',
  '/admin/photos',
  '/admin/members',
  '/admin/customers',
  '/admin/sheet',
  '/admin/settings',
  '/admin/settings/packages',
  '/admin/settings/hours',
  '/admin/settings/packages/history',
  '/admin/settings/connections',
  '/admin/settings/staff',
];

/** What a keyboard user meets at one stop of the Tab key. */
interface Stop {
  /** Index among the elements that must be reachable; -1 for another element. */
  readonly index: number;
  readonly name: string;
  readonly isOutlined: boolean;
  /** Another element lies over the focused one. */
  readonly isCovered: boolean;
}

/** Marks the visible controls and returns their names. Of a group of radio buttons only one is a stop. */
const markControls = (page: Page): Promise<string[]> =>
  page.evaluate(() => {
    const selector = 'a[href], button:enabled, input:enabled, select:enabled, textarea:enabled, summary';
    const seenGroups = new Set<string>();
    const controls = [...document.querySelectorAll<HTMLElement>(selector)].filter((element) => {
      if (element.tabIndex < 0 || !element.checkVisibility({ visibilityProperty: true })) return false;
      if (!(element instanceof HTMLInputElement) || element.type !== 'radio') return true;
      const isNew = !seenGroups.has(element.name);
      seenGroups.add(element.name);
      return isNew;
    });
    return controls.map((element, index) => {
      const group = element instanceof HTMLInputElement && element.type === 'radio' ? element.name : '';
      const same =
        group === '' ? [element] : [...document.querySelectorAll<HTMLElement>(`[name="${group}"]`)];
      for (const one of same) one.dataset['stop'] = String(index);
      return `${element.tagName.toLowerCase()} ${element.ariaLabel ?? element.textContent.trim().slice(0, 40)}`;
    });
  });

const readStop = (page: Page): Promise<Stop | null> =>
  page.evaluate(() => {
    const active = document.activeElement;
    if (!(active instanceof HTMLElement) || active === document.body) return null;
    // In the preview of the site, what has the focus there. It is of another realm, so it is no instance of this `HTMLElement`.
    const inside = active instanceof HTMLIFrameElement ? active.contentDocument?.activeElement : null;
    const element = (inside ?? active) as HTMLElement;
    const { left, top, width, height } = element.getBoundingClientRect();
    const over = element.ownerDocument.elementFromPoint(left + width / 2, top + height / 2);
    const isPart = over !== null && (element.contains(over) || over.contains(element));
    const isLabel = over?.closest('label')?.control === element;
    const style = getComputedStyle(element);
    // A visually hidden control shows its focus on the label.
    const isTiny = width < 2 || height < 2 || style.opacity === '0';
    return {
      index: Number(element.dataset['stop'] ?? -1),
      name: `${element.tagName.toLowerCase()} ${element.ariaLabel ?? element.textContent.trim().slice(0, 40)} ${element.id}`,
      isOutlined: isTiny || style.outlineStyle !== 'none',
      isCovered: !isTiny && !isPart && !isLabel,
    };
  });

/** Presses Tab through the whole page and expects every control to be reached, outlined and uncovered. */
const expectUsableByKeyboard = async (page: Page): Promise<void> => {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(page.getByText(/불러오는 중입니다/)).toHaveCount(0);
  const controls = await markControls(page);
  expect(controls.length).toBeGreaterThan(5);
  const reached = new Set<number>();
  const faults: string[] = [];
  // Tab also stops inside a date field, at its button, which has an outline of its own.
  const outlined = new Map<string, boolean>();
  for (let count = 0; count < MAX_STOPS; count += 1) {
    await page.keyboard.press('Tab');
    const stop = await readStop(page);
    if (stop === null) break;
    reached.add(stop.index);
    outlined.set(stop.name, stop.isOutlined || outlined.get(stop.name) === true);
    if (stop.isCovered) faults.push(`covered: ${stop.name}`);
  }
  for (const [name, isOutlined] of outlined) if (!isOutlined) faults.push(`no outline: ${name}`);
  const missed = controls.filter((_, index) => !reached.has(index));
  expect({ path: page.url(), faults, missed }).toEqual({ path: page.url(), faults: [], missed: [] });
};

test(
  'every control of the admin pages can be reached and seen with the keyboard',
  { tag: ['@full'] },
  async ({ page }, info) => {
    test.slow();
    const token = await loginAsAdmin(page);
    const reservation = await insertPhoneReservation(page, token, {
      guestName: '키보드손님',
      date: reservedFarDate(info, 11),
      time: '18-19',
    });
    const { loginId } = await registerMember();
    for (const path of [...pages, `/admin/reservations/${reservation}`]) {
      await page.goto(path);
      await expectUsableByKeyboard(page);
    }
    await page.goto('/admin/members');
    await page.getByRole('listitem').filter({ hasText: loginId }).getByRole('link').first().click();
    await expect(page).toHaveURL(/\/admin\/customers\/.+/);
    await page.reload();
    await expectUsableByKeyboard(page);
  },
);
