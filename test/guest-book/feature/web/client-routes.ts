import type { RouteObject } from 'react-router';
import type { ContentSections } from '#core/content/contract/content-section.ts';

export const clientRoutes: readonly RouteObject[] = [];

export const loadSections = async (): Promise<ContentSections> =>
  (await import('../contract/sections.ts')).guestBookSections;
