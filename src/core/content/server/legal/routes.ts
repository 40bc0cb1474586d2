import { appError } from '#platform/contract/errors.ts';
import type { ProcessingPurpose } from '#platform/server/db/processing-purpose.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { consentEndpoints } from '../../contract/legal/consents.ts';
import { publicationEndpoints } from '../../contract/legal/document-publication.ts';
import { legalEndpoints } from '../../contract/legal/documents.ts';
import { contentSections } from '../../contract/sections.ts';
import { readSection } from '../read-sections.ts';
import { findConsentRequest, recordConsent } from './consents.ts';
import { countRecipients, isAnnounced } from './document-announcements.ts';
import { findDocument, listDocumentVersions, withdrawDocument } from './documents.ts';
import { presentDocument } from './present-document.ts';

/** `purposes`: those that the privacy policy lists. */
export const createLegalDocumentRoutes = (purposes: readonly ProcessingPurpose[]): readonly Route[] => [
  defineRoute(legalEndpoints.legalDocument, async ({ params: { kind }, query, now }, { db }) => {
    const [document, refund, identity, versions] = await Promise.all([
      findDocument(db, kind, { version: query.v, now }),
      findDocument(db, 'refund', { now }),
      readSection(db, contentSections.identity),
      listDocumentVersions(db, kind),
    ]);
    if (document === null) throw appError('NOT_FOUND');
    return presentDocument({
      kind,
      document,
      identity,
      refundText: refund?.body.text ?? '',
      purposes,
      versions,
      now,
    });
  }),
];

export const legalRoutes: readonly Route[] = [
  defineRoute(publicationEndpoints.countRecipients, async ({ params: { kind } }, { db }) => ({
    members: isAnnounced(kind) ? await countRecipients(db) : 0,
  })),

  defineRoute(publicationEndpoints.withdrawDocument, (request, deps) =>
    withdrawDocument(deps.db, request.params, request.audit),
  ),

  defineRoute(consentEndpoints.consentRequest, async ({ member, now }, { db }) => ({
    privacyVersion: await findConsentRequest(db, member.id, now),
  })),

  defineRoute(consentEndpoints.giveConsent, async ({ body, member, caller, now }, { db }) => {
    await recordConsent(db, { memberId: member.id, version: body.privacyVersion, ip: caller.ip, now });
    return { privacyVersion: await findConsentRequest(db, member.id, now) };
  }),
];
