import type { Studio } from '#contract/studio.ts';
import { fullTitle } from './meta.ts';
import type { Meta, MetaImage } from './meta.ts';

/** What marks the tags that belong to one page: a navigation in the browser replaces them. */
export const PAGE_TAG = 'data-page';

export interface HeadTag {
  readonly tag: 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
}

export interface PlacedMeta {
  readonly meta: Meta;
  readonly studio: Studio;
  readonly origin: string;
  readonly path: string;
}

const JPEG_WIDTH = 1600;

const named = (name: string, content: string): HeadTag => ({ tag: 'meta', attributes: { name, content } });
const graph = (property: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { property: `og:${property}`, content },
});

const imageTags = ({ imageUrl, width, height, alt }: MetaImage, origin: string): readonly HeadTag[] => {
  const scale = Math.min(1, JPEG_WIDTH / width);
  return [
    // A store that visitors reach by themselves has an origin of its own.
    graph('image', new URL(imageUrl, origin).href),
    graph('image:width', String(Math.round(width * scale))),
    graph('image:height', String(Math.round(height * scale))),
    ...(alt === '' ? [] : [graph('image:alt', alt)]),
  ];
};

const withoutSlashes = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};

/** `/price/` is `/price`; a page of several addresses says which. Never with a query. */
export const canonicalPath = ({ canonical }: Meta, path: string): string =>
  canonical ?? (withoutSlashes(path) || '/');

/** The tags of a page's head but its title and what search engines are told in JSON. */
export const headTags = ({ meta, studio, origin, path }: PlacedMeta): readonly HeadTag[] => {
  if (meta.isPrivate === true) return [named('robots', 'noindex')];
  const { description, image } = meta;
  const url = origin + canonicalPath(meta, path);
  return [
    ...(description === undefined ? [] : [named('description', description)]),
    named('robots', 'max-image-preview:large'),
    { tag: 'link', attributes: { rel: 'canonical', href: url } },
    graph('type', 'website'),
    graph('site_name', studio.name),
    graph('locale', 'ko_KR'),
    graph('title', fullTitle(meta, studio)),
    ...(description === undefined ? [] : [graph('description', description)]),
    graph('url', url),
    ...(image === undefined ? [] : imageTags(image, origin)),
    named('twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
  ];
};
