import * as z from 'zod/mini';
import { get } from '#platform/contract/endpoint.ts';
import { MAX_VERSION } from '#platform/contract/fields.ts';
import { calendarDate } from '#platform/contract/seoul-time.ts';

/** Documents whose versions are dated and never changed. Each is shown at the path of its name: `/terms`. */
export const legalDocumentKinds = ['terms', 'privacy', 'over14', 'refund'] as const;
export type LegalDocumentKind = (typeof legalDocumentKinds)[number];

export const isLegalDocument = (name: string): name is LegalDocumentKind =>
  legalDocumentKinds.some((kind) => kind === name);

export const legalDocumentTitles: Readonly<Record<LegalDocumentKind, string>> = {
  terms: '이용약관',
  privacy: '개인정보 처리방침',
  over14: '만 14세 이상 이용 안내',
  refund: '취소·환불 규정',
};

/** A paragraph, a list or a table: the others are absent. */
const block = z.strictObject({
  text: z.optional(z.string()),
  list: z.optional(z.array(z.string())),
  table: z.optional(z.strictObject({ head: z.array(z.string()), rows: z.array(z.array(z.string())) })),
});
export type LegalBlock = z.output<typeof block>;

const legalVersion = { version: z.number(), effectiveOn: calendarDate } as const;

const legalDocument = z.strictObject({
  ...legalVersion,
  kind: z.enum(legalDocumentKinds),
  /** Only the `IN_FORCE` version applies today. A `WITHDRAWN` one never did and never will. */
  state: z.enum(['PAST', 'IN_FORCE', 'UPCOMING', 'WITHDRAWN']),
  /** The blocks before the first heading. */
  lead: z.array(block),
  sections: z.array(z.strictObject({ heading: z.string(), body: z.array(block) })),
  /** All versions, newest first; empty in a preview. */
  versions: z.array(z.strictObject({ ...legalVersion, isWithdrawn: z.boolean() })),
});
export type LegalDocument = z.output<typeof legalDocument>;

export const legalEndpoints = {
  legalDocument: get('/api/legal/{kind}', {
    summary: '약관과 방침. v가 없으면 지금 시행 중인 버전',
    access: 'public',
    params: z.object({ kind: z.enum(legalDocumentKinds, '문서를 확인해 주세요.') }),
    query: z.object({
      v: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(MAX_VERSION))),
    }),
    response: legalDocument,
    errors: ['NOT_FOUND'],
  }),
} as const;
