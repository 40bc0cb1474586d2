import { closedPlaces } from '#contract/pages.ts';

// Naver's Yeti and its console look for a group of their own.
const AGENTS = ['*', 'Yeti', 'Googlebot'] as const;

export const writeRobots = (origin: string): string =>
  [
    ...AGENTS.map((agent) => `User-agent: ${agent}`),
    'Allow: /',
    ...closedPlaces.map((place) => `Disallow: ${place}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
