import { headTags, PAGE_TAG } from './head-tags.ts';
import type { PlacedMeta } from './head-tags.ts';
import { structuredData } from './structured-data.ts';

const addStructuredData = (placed: PlacedMeta): void => {
  const data = structuredData(placed);
  if (data === null) return;
  const script = document.createElement('script');
  script.type = 'application/ld+json';
  script.setAttribute(PAGE_TAG, '');
  script.text = JSON.stringify(data);
  document.head.append(script);
};

/** Brings the document's head, but its title, up to date after a navigation in the browser. */
export const applyMeta = (placed: PlacedMeta): void => {
  for (const old of document.head.querySelectorAll(`[${PAGE_TAG}]`)) old.remove();
  for (const { tag, attributes } of headTags(placed)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries({ [PAGE_TAG]: '', ...attributes }))
      element.setAttribute(name, value);
    document.head.append(element);
  }
  addStructuredData(placed);
};
