import type { ContentSections } from '#core/content/contract/content-section.ts';

export const loadSections = async (): Promise<ContentSections> =>
  (await import('../contract/sections.ts')).guestBookSections;
