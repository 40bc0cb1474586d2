import { disallowedPaths } from '#contract/page-paths.ts';

// Naver's crawler Yeti and Naver's webmaster console require a group that names Yeti.
const AGENTS = ['*', 'Yeti', 'Googlebot'] as const;

export const buildRobots = (origin: string): string =>
  [
    ...AGENTS.map((agent) => `User-agent: ${agent}`),
    'Allow: /',
    ...disallowedPaths.map((path) => `Disallow: ${path}`),
    '',
    `Sitemap: ${origin}/sitemap.xml`,
    '',
  ].join('\n');
