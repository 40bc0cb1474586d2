import { audit } from '#core/audit/server/feature.ts';
import { auth } from '#core/auth/server/feature.ts';
import { content } from '#core/content/server/feature.ts';
import type { SectionHooks } from '#core/content/server/publish-section.ts';
import type { Feature } from '#core/feature/server/feature.ts';
import { files } from '#core/files/server/feature.ts';
import { messages } from '#core/messages/server/feature.ts';
import { gallery } from '#features/gallery/server/feature.ts';
import { members } from '#features/members/server/feature.ts';
import { pages } from '#features/pages/server/feature.ts';
import { questions } from '#features/questions/server/feature.ts';
import { reservations } from '#features/reservations/server/feature.ts';
import type { Hooks } from '#platform/server/hooks.ts';

/** All features. Hooks run in this order, and members download their data in it. */
export const features: readonly Feature[] = [
  auth,
  reservations,
  content,
  files,
  questions,
  messages,
  members,
  gallery,
  pages,
  audit,
];

export const hooks: readonly Hooks[] = features.flatMap((feature) => feature.hooks ?? []);

export const sectionHooks: SectionHooks = features.reduce<SectionHooks>(
  (all, { sections }) => ({ ...all, ...sections }),
  {},
);
