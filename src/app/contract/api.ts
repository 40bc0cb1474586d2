import { authEndpoints } from '#core/auth/contract/auth.ts';
import { memberEndpoints } from '#core/auth/contract/members.ts';
import { totpEndpoints } from '#core/auth/contract/totp.ts';
import { consentEndpoints } from '#core/content/contract/legal/consents.ts';
import { publicationEndpoints } from '#core/content/contract/legal/document-publication.ts';
import { legalEndpoints } from '#core/content/contract/legal/documents.ts';
import { settingsEndpoints } from '#core/content/contract/studio-settings.ts';
import { studioEndpoints } from '#core/content/contract/studio.ts';
import { photoEndpoints } from '#core/files/contract/photos.ts';
import { privateFileEndpoints } from '#core/files/contract/private-files.ts';
import { notificationEndpoints } from '#core/messages/contract/notifications.ts';
import { adminPhotoEndpoints } from '#features/gallery/contract/admin-photos.ts';
import { adminMemberEndpoints } from '#features/members/contract/admin-members.ts';
import { profileEndpoints } from '#features/members/contract/profile.ts';
import { staffEndpoints } from '#features/members/contract/staff.ts';
import { adminQuestionEndpoints } from '#features/questions/contract/admin-questions.ts';
import { questionDraftEndpoints } from '#features/questions/contract/question-drafts.ts';
import { questionEndpoints } from '#features/questions/contract/questions.ts';
import { adminReservationEndpoints } from '#features/reservations/contract/admin-reservations.ts';
import { reservationEndpoints } from '#features/reservations/contract/reservations.ts';
import { scheduleEndpoints } from '#features/reservations/contract/schedule.ts';
import type { Endpoint } from '#platform/contract/endpoint.ts';
import { sessionEndpoints } from '#platform/contract/sessions.ts';
import { deskEndpoints } from './desk.ts';
import { sampleEndpoints } from './sample.ts';

const { deleteQuestion, ...readQuestions } = questionEndpoints;

/** All API endpoints by feature. The server's routes, the OpenAPI document and the API tests are generated from this object. */
export const api = {
  photos: { ...photoEndpoints, ...adminPhotoEndpoints },
  auth: { ...authEndpoints, ...sessionEndpoints },
  privateFiles: privateFileEndpoints,
  members: { ...memberEndpoints, ...profileEndpoints, ...adminMemberEndpoints },
  // Routes match in this order, so fixed paths come before parameters: `/hold` before `/{id}`.
  reservations: { ...reservationEndpoints, ...scheduleEndpoints, ...adminReservationEndpoints },
  questions: { ...readQuestions, ...questionDraftEndpoints, deleteQuestion, ...adminQuestionEndpoints },
  notifications: notificationEndpoints,
  desk: deskEndpoints,
  staff: { ...staffEndpoints, ...totpEndpoints },
  sample: sampleEndpoints,
  studio: studioEndpoints,
  legal: { ...legalEndpoints, ...consentEndpoints, ...publicationEndpoints },
  // The fixed path of the preview comes before `{section}`.
  settings: settingsEndpoints,
} as const;

export const allEndpoints: readonly Endpoint[] = Object.values(api).flatMap((group) =>
  Object.values<Endpoint>(group),
);
