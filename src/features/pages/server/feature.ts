import type { Feature } from '#core/feature/server/feature.ts';
import { contentPages } from '../contract/pages.ts';

export const pages = { pages: contentPages } satisfies Feature;
