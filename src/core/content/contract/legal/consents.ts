import * as z from 'zod/mini';
import { get, post } from '#platform/contract/endpoint.ts';
import { MAX_VERSION } from '#platform/contract/fields.ts';

/** The consents that registration requires. Each is stored with the version of its document. */
export const consentTypes = ['over14', 'terms', 'privacy'] as const;
export type ConsentType = (typeof consentTypes)[number];

/** The version of the privacy policy that asks the member for consent again; null when none does. */
const consentRequest = z.strictObject({ privacyVersion: z.nullable(z.number()) });

export const consentEndpoints = {
  consentRequest: get('/api/member/consent', {
    summary: '새로 동의해야 하는 개인정보 처리방침의 버전. 없으면 null',
    access: 'member',
    response: consentRequest,
  }),
  giveConsent: post('/api/member/consent', {
    summary: '지금 시행 중인 개인정보 처리방침에 동의. 두 번 보내도 한 번만 기록합니다.',
    access: 'member',
    body: z.object({ privacyVersion: z.int().check(z.minimum(1), z.maximum(MAX_VERSION)) }),
    response: consentRequest,
  }),
} as const;
