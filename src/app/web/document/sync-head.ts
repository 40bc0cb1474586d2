import { buildHeadTags, PAGE_TAG_ATTRIBUTE, type HeadInput } from './head-tags.ts';
import { buildStructuredData } from './structured-data.ts';

/** Replaces the page's tags of the head, but not its title, after a client-side navigation. */
export const syncHead = (input: HeadInput): void => {
  for (const tag of document.head.querySelectorAll(`[${PAGE_TAG_ATTRIBUTE}]`)) tag.remove();
  for (const { tag, attributes } of buildHeadTags(input)) {
    const element = document.createElement(tag);
    for (const [name, value] of Object.entries({ [PAGE_TAG_ATTRIBUTE]: '', ...attributes }))
      element.setAttribute(name, value);
    document.head.append(element);
  }
  const data = buildStructuredData(input);
  if (data === null) return;
  const script = document.createElement('script');
  script.type = 'application/ld+json';
  script.setAttribute(PAGE_TAG_ATTRIBUTE, '');
  script.text = JSON.stringify(data);
  document.head.append(script);
};
