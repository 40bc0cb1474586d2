import { auth } from '#core/auth/web/feature.ts';
import type { WebFeature } from '#core/feature/web/web-feature.ts';
import { messages } from '#core/messages/web/feature.ts';
import { gallery } from '#features/gallery/web/feature.ts';
import { members } from '#features/members/web/feature.ts';
import { pages } from '#features/pages/web/feature.ts';
import { questions } from '#features/questions/web/feature.ts';
import { reservations } from '#features/reservations/web/feature.ts';

/** All features with pages. */
export const features: readonly WebFeature[] = [
  auth,
  reservations,
  questions,
  messages,
  members,
  gallery,
  pages,
];
