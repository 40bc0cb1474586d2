import { headTags, PAGE_TAG } from './head-tags.ts';
import type { PlacedMeta } from './head-tags.ts';
import { fullTitle } from './meta.ts';

/** The code of what search engines are told comes only when a visitor goes on in the browser. */
const addStructuredData = async (placed: PlacedMeta, isStale: () => boolean): Promise<void> => {
  const { structuredData } = await import('./structured-data.ts');
  const data = structuredData(placed);
  if (data === null || isStale()) return;
  const script = document.createElement('script');
  script.type = 'application/ld+json';
  script.setAttribute(PAGE_TAG, '');
  script.text = JSON.stringify(data);
  document.head.append(script);
};

let applied = 0;

/** Brings the document's head up to date after a navigation in the browser. */
export const applyMeta = (placed: PlacedMeta): void => {
  const turn = (applied += 1);
  document.title = fullTitle(placed.meta, placed.studio);
  for (const old of document.head.querySelectorAll(`[${PAGE_TAG}]`)) old.remove();
  for (const { tag, attributes } of headTags(placed)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries({ [PAGE_TAG]: '', ...attributes }))
      element.setAttribute(name, value);
    document.head.append(element);
  }
  // A page is whole without it.
  void addStructuredData(placed, () => turn !== applied).catch(() => undefined);
};
