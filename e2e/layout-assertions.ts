import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Lists text and controls that are cut off, off-screen or covered. One line per defect. */
const findLayoutDefects = (): string[] => {
  const root = document.documentElement;
  const describe = (element: Element): string =>
    `<${element.localName} class="${element.className}"> ${element.textContent?.trim().slice(0, 40)}`;
  const ancestors = function* (element: Element): Generator<Element> {
    for (let one: Element | null = element; one !== null && one !== root; one = one.parentElement) yield one;
  };
  const isSeen = (element: Element): boolean =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
    // Visually hidden text for screen readers.
    ![...ancestors(element)].some((one) => getComputedStyle(one).clipPath === 'inset(50%)');

  /** The clipping box of an element that hides overflow without scrolling. */
  const clipOf = (element: Element): DOMRect | null => {
    const { overflowX, overflowY } = getComputedStyle(element);
    return [overflowX, overflowY].some((value) => value === 'hidden' || value === 'clip')
      ? element.getBoundingClientRect()
      : null;
  };
  const isBeyond = (inner: DOMRect, outer: DOMRect): boolean =>
    inner.left < outer.left - 1 ||
    inner.right > outer.right + 1 ||
    inner.top < outer.top - 1 ||
    inner.bottom > outer.bottom + 1;
  const scrolls = (element: Element): boolean =>
    ['auto', 'scroll'].includes(getComputedStyle(element).overflowX) && element !== document.body;
  /** Text that is truncated with an ellipsis on purpose. */
  const isShortened = (element: Element): boolean => {
    const { textOverflow, webkitLineClamp } = getComputedStyle(element);
    return textOverflow === 'ellipsis' || webkitLineClamp !== 'none';
  };

  const losses: string[] = [];
  if (root.scrollWidth > root.clientWidth)
    losses.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`);

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const owner = node.parentElement;
    if (owner === null || node.nodeValue?.trim() === '' || !isSeen(owner)) continue;
    const range = document.createRange();
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width <= 1) continue;
    const around = [...ancestors(owner)];
    if (around.some(isShortened)) continue;
    const clipping = around.find((element) => {
      const clip = clipOf(element);
      return clip !== null && isBeyond(box, clip);
    });
    if (clipping !== undefined)
      losses.push(`cut off by <${clipping.localName} class="${clipping.className}">: ${describe(owner)}`);
    const control = owner.closest('button, select, label, summary, a');
    if (
      control !== null &&
      getComputedStyle(control).display !== 'inline' &&
      isBeyond(box, control.getBoundingClientRect())
    )
      losses.push(`stands out of its control: ${describe(control)}`);
    const isOut = box.left < -1 || box.right > root.clientWidth + 1;
    if (isOut && !around.some(scrolls)) losses.push(`outside the screen: ${describe(owner)}`);
  }

  // Sticky elements cover content that scrolls, and the input of a custom control lies within its label.
  const isLoose = (element: Element): boolean =>
    [...ancestors(element)].every((one) => !['sticky', 'fixed'].includes(getComputedStyle(one).position));
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    (element) => isSeen(element) && isLoose(element) && element.closest('label') === null,
  );
  const boxes = controls.flatMap((element) =>
    [...element.getClientRects()]
      .filter(({ left, right, width }) => width > 1 && left >= 0 && right <= root.clientWidth)
      .map((box) => ({ element, box })),
  );
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (width > 2 && height > 2)
        losses.push(`on each other: ${describe(one.element)} and ${describe(other.element)}`);
    }
  return [...new Set(losses)];
};

/** Asserts that no text or control is cut off, off-screen, outside its control or covered by another control. */
export const expectNoLayoutDefects = async (page: Page, how: string): Promise<void> => {
  expect.soft(await page.evaluate(findLayoutDefects), `lost ${how} at ${page.url()}`).toEqual([]);
};

/** Sets the default font size of the browser, which media queries in `em` and `rem` follow. */
export const setTextSize = async (page: Page, percent: 100 | 200): Promise<void> => {
  const debuggerOf = await page.context().newCDPSession(page);
  await debuggerOf.send('Page.setFontSizes', {
    fontSizes: { standard: (16 * percent) / 100, fixed: (13 * percent) / 100 },
  });
  await page.waitForFunction(
    (size) => getComputedStyle(document.documentElement).fontSize === `${size}px`,
    (16 * percent) / 100,
  );
  await debuggerOf.detach();
};
