import { disallowedPaths } from '#contract/page-paths.ts';

// Naver's Yeti and its webmaster console expect a group of their own.
const AGENTS = ['*', 'Yeti', 'Googlebot'] as const;

export const buildRobots = (origin: string): string =>
  [
    ...AGENTS.map((agent) => `User-agent: ${agent}`),
    'Allow: /',
    ...disallowedPaths.map((place) => `Disallow: ${place}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
