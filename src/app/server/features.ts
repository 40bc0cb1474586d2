import { audit } from '#core/audit/server/feature.ts';
import { auth } from '#core/auth/server/feature.ts';
import type { FeatureSection } from '#core/content/server/feature-section.ts';
import { content } from '#core/content/server/feature.ts';
import type { Feature } from '#core/feature/server/feature.ts';
import { files } from '#core/files/server/feature.ts';
import { createMessages } from '#core/messages/server/feature.ts';
import type { MessageKinds } from '#core/messages/server/message-kind.ts';
import { gallery } from '#features/gallery/server/feature.ts';
import { members } from '#features/members/server/feature.ts';
import { pages } from '#features/pages/server/feature.ts';
import { questions } from '#features/questions/server/feature.ts';
import { reservations } from '#features/reservations/server/feature.ts';
import type { ProcessingPurpose } from '#platform/server/db/processing-purpose.ts';
import type { Hooks } from '#platform/server/hooks.ts';
import { customers } from './customers/feature.ts';

/** Hooks run in this order, members download their data in it, and the privacy policy lists the purposes in it. */
const otherFeatures: readonly Feature[] = [
  auth,
  customers,
  reservations,
  content,
  files,
  questions,
  members,
  gallery,
  pages,
  audit,
];

const kindsOf = (list: readonly Feature[]): MessageKinds =>
  list.reduce<MessageKinds>((all, { messages }) => ({ ...all, ...messages }), {});

/** All features. The feature of messages also sends the messages of the others. */
export const features: readonly Feature[] = [...otherFeatures, createMessages(kindsOf(otherFeatures))];

export const messageKinds = kindsOf(features);

export const hooks: readonly Hooks[] = features.flatMap((feature) => feature.hooks ?? []);

/** The purposes that the privacy policy lists. */
export const purposes: readonly ProcessingPurpose[] = features.flatMap((feature) => feature.purposes ?? []);

export const sections: readonly FeatureSection[] = features.flatMap((feature) => feature.sections ?? []);

export const sectionNames: readonly string[] = sections.map(({ definition }) => definition.name);
