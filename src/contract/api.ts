import { deskEndpoints } from './admin/desk.ts';
import { adminMemberEndpoints } from './admin/members.ts';
import { adminPhotoEndpoints } from './admin-photos.ts';
import { adminReservationEndpoints } from './admin-reservations.ts';
import { authEndpoints } from './auth.ts';
import { consentEndpoints } from './legal/consents.ts';
import { publicationEndpoints } from './legal/document-publication.ts';
import { legalEndpoints } from './legal/documents.ts';
import { memberEndpoints } from './members.ts';
import { privateFileEndpoints } from './members/private-files.ts';
import { profileEndpoints } from './members/profile.ts';
import { notificationEndpoints } from './notifications.ts';
import { photoEndpoints } from './photos.ts';
import { adminQuestionEndpoints } from './admin/questions.ts';
import { questionDraftEndpoints } from './question-drafts.ts';
import { questionEndpoints } from './questions.ts';
import { reservationEndpoints } from './reservations.ts';
import { sampleEndpoints } from './sample.ts';
import { sessionEndpoints } from './sessions.ts';
import { scheduleEndpoints } from './schedule.ts';
import { totpEndpoints } from './totp.ts';
import { staffEndpoints } from './staff.ts';
import { settingsEndpoints } from './studio-settings.ts';
import { studioEndpoints } from './studio.ts';
import type { Endpoint } from './endpoint.ts';

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
