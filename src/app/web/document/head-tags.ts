import type { Studio } from '#core/content/contract/studio.ts';
import { fullTitle, type PageMeta } from '#core/content/web/page-meta.ts';
import type { MetaImage } from '#core/files/web/photo-view.ts';

/** Marks the head tags of a page, which a client-side navigation replaces. */
export const PAGE_TAG_ATTRIBUTE = 'data-page';

export interface HeadTag {
  readonly tag: 'meta' | 'link';
  readonly attributes: Readonly<Record<string, string>>;
}

export interface HeadInput {
  readonly meta: PageMeta;
  readonly studio: Studio;
  readonly origin: string;
  readonly path: string;
}

const MAX_JPEG_WIDTH_PX = 1600;

const metaTag = (name: string, content: string): HeadTag => ({ tag: 'meta', attributes: { name, content } });
const openGraphTag = (property: string, content: string): HeadTag => ({
  tag: 'meta',
  attributes: { property: `og:${property}`, content },
});

const imageTags = ({ imageUrl, width, height, alt }: MetaImage, origin: string): readonly HeadTag[] => {
  const scale = Math.min(1, MAX_JPEG_WIDTH_PX / width);
  return [
    // An external photo store has its own origin, so the URL may already be absolute.
    openGraphTag('image', new URL(imageUrl, origin).href),
    openGraphTag('image:width', String(Math.round(width * scale))),
    openGraphTag('image:height', String(Math.round(height * scale))),
    ...(alt === '' ? [] : [openGraphTag('image:alt', alt)]),
  ];
};

const trimTrailingSlashes = (path: string): string => {
  let end = path.length;
  while (path[end - 1] === '/') end -= 1;
  return path.slice(0, end);
};

/** The canonical path of a page: without a trailing slash or query. A page with several paths names its canonical one. */
export const canonicalPath = ({ canonical }: PageMeta, path: string): string =>
  canonical ?? (trimTrailingSlashes(path) || '/');

/** The tags of the head that describe a page, without its title and structured data. */
export const buildHeadTags = ({ meta, studio, origin, path }: HeadInput): readonly HeadTag[] => {
  if (meta.isNoindex === true) return [metaTag('robots', 'noindex')];
  const { description, image } = meta;
  const url = origin + canonicalPath(meta, path);
  return [
    ...(description === undefined ? [] : [metaTag('description', description)]),
    metaTag('robots', 'max-image-preview:large'),
    { tag: 'link', attributes: { rel: 'canonical', href: url } },
    openGraphTag('type', 'website'),
    openGraphTag('site_name', studio.name),
    openGraphTag('locale', 'ko_KR'),
    openGraphTag('title', fullTitle(meta, studio)),
    ...(description === undefined ? [] : [openGraphTag('description', description)]),
    openGraphTag('url', url),
    ...(image === undefined ? [] : imageTags(image, origin)),
    metaTag('twitter:card', image === undefined ? 'summary' : 'summary_large_image'),
  ];
};
