import { buildHeadTags, PAGE_TAG_ATTRIBUTE } from './head-tags.ts';
import type { HeadInput } from './head-tags.ts';
import { buildStructuredData } from './structured-data.ts';

const addStructuredData = (placed: HeadInput): void => {
  const data = buildStructuredData(placed);
  if (data === null) return;
  const script = document.createElement('script');
  script.type = 'application/ld+json';
  script.setAttribute(PAGE_TAG_ATTRIBUTE, '');
  script.text = JSON.stringify(data);
  document.head.append(script);
};

/** Brings the document's head, but its title, up to date after a navigation in the browser. */
export const syncHead = (placed: HeadInput): void => {
  for (const old of document.head.querySelectorAll(`[${PAGE_TAG_ATTRIBUTE}]`)) old.remove();
  for (const { tag, attributes } of buildHeadTags(placed)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries({ [PAGE_TAG_ATTRIBUTE]: '', ...attributes }))
      element.setAttribute(name, value);
    document.head.append(element);
  }
  addStructuredData(placed);
};
