import { closedPlaces } from '#contract/pages.ts';

// Named besides `*`: Naver's Yeti follows its own group where there is one, and its console looks for it.
const AGENTS = ['*', 'Yeti', 'Googlebot'] as const;

/** What crawlers may read, and where they find the rest. */
export const writeRobots = (origin: string): string =>
  [
    ...AGENTS.map((agent) => `User-agent: ${agent}`),
    'Allow: /',
    ...closedPlaces.map((place) => `Disallow: ${place}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
