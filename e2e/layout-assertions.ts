import type { Page } from '@playwright/test';
import { expect } from './fixtures.ts';

/** Lists text and controls that are cut off, off-screen or covered, words broken without need and tall bars. One line per defect. */
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

  const range = document.createRange();
  /** Finds a word with a line break inside that two thirds of the screen are wide enough for: its box is too narrow. */
  const findBrokenWord = (text: Text): string | undefined =>
    [...text.data.matchAll(/[\p{L}\p{N}.,@]+/gu)].find(({ 0: word, index }) => {
      range.setStart(text, index);
      range.setEnd(text, index + word.length);
      const parts = [...range.getClientRects()];
      const width = parts.reduce((sum, part) => sum + part.width, 0);
      return new Set(parts.map(({ top }) => top)).size > 1 && width < (root.clientWidth * 2) / 3;
    })?.[0];

  const losses: string[] = [];
  if (root.scrollWidth > root.clientWidth)
    losses.push(`the page is ${root.scrollWidth} wide in ${root.clientWidth}`);

  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  for (let node = texts.nextNode(); node !== null; node = texts.nextNode()) {
    const owner = node.parentElement;
    if (owner === null || node.nodeValue?.trim() === '' || !isSeen(owner)) continue;
    range.selectNodeContents(node);
    const box = range.getBoundingClientRect();
    if (box.width <= 1) continue;
    const around = [...ancestors(owner)];
    if (around.some(isShortened)) continue;
    const brokenWord = findBrokenWord(node as Text);
    if (brokenWord !== undefined) losses.push(`line break inside ${brokenWord}: ${describe(owner)}`);
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

  const isBar = (element: Element): boolean =>
    ['sticky', 'fixed'].includes(getComputedStyle(element).position) &&
    !element.matches('dialog') &&
    isSeen(element) &&
    element.clientWidth > root.clientWidth / 2;
  const bars = [...document.querySelectorAll('body *')].filter(isBar);
  const barsHeight = bars.reduce((sum, { clientHeight }) => sum + clientHeight, 0);
  // A focused control and its label need the rest of the screen.
  if (barsHeight > root.clientHeight / 3)
    losses.push(`bars are ${barsHeight} of ${root.clientHeight} high: ${bars.map(describe).join(', ')}`);

  for (const select of document.querySelectorAll('select')) {
    const style = getComputedStyle(select);
    const room = select.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
    const pen = document.createElement('canvas').getContext('2d');
    if (pen === null || !isSeen(select)) continue;
    pen.font = style.font;
    const chosen = select.selectedOptions[0]?.text ?? '';
    if (pen.measureText(chosen).width > room + 1) losses.push(`cut off: ${describe(select)}`);
  }

  // Sticky elements cover content that scrolls, and the input of a custom control lies within its label.
  const isLoose = (element: Element): boolean =>
    [...ancestors(element)].every((one) => !['sticky', 'fixed'].includes(getComputedStyle(one).position));
  const controls = [...document.querySelectorAll('a[href], button, input, select, textarea, summary')].filter(
    (element) => isSeen(element) && isLoose(element) && element.closest('label') === null,
  );
  for (const control of controls) {
    const { left, right } = control.getBoundingClientRect();
    const isOut = left < -1 || right > root.clientWidth + 1;
    if (isOut && ![...ancestors(control)].some(scrolls))
      losses.push(`outside the screen: ${describe(control)}`);
  }
  const boxes = controls.flatMap((element) =>
    [...element.getClientRects()]
      .filter(({ left, right, width }) => width > 1 && left >= 0 && right <= root.clientWidth)
      .map((box) => ({ element, box })),
  );
  // The controls of a slider lie on its photos, which open when they are pressed elsewhere.
  const isPhoto = ({ element }: (typeof boxes)[number]): boolean => element.querySelector('img') !== null;
  for (const [index, one] of boxes.entries())
    for (const other of boxes.slice(index + 1)) {
      if (isPhoto(one) !== isPhoto(other)) continue;
      if (one.element.contains(other.element) || other.element.contains(one.element)) continue;
      const width = Math.min(one.box.right, other.box.right) - Math.max(one.box.left, other.box.left);
      const height = Math.min(one.box.bottom, other.box.bottom) - Math.max(one.box.top, other.box.top);
      if (width > 2 && height > 2)
        losses.push(`on each other: ${describe(one.element)} and ${describe(other.element)}`);
    }
  return [...new Set(losses)];
};

/**
 * Asserts that no text or control is cut off, off-screen, outside its control or covered by another control, that no line ends inside a
 * short word, and that bars which stay on the screen leave two thirds of it.
 */
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

/** Sets the font size of the root element, which lengths in `rem` follow, but media queries do not. */
export const setRootTextSize = (page: Page, percent: 100 | 200): Promise<void> =>
  page.evaluate((size) => {
    document.documentElement.style.fontSize = size;
  }, `${percent}%`);
