import * as z from 'zod/mini';
import { get, post } from '#platform/contract/endpoint.ts';
import { MAX_VERSION } from '#platform/contract/fields.ts';
import { legalDocumentKinds } from './documents.ts';

const kind = z.enum(legalDocumentKinds, '문서를 확인해 주세요.');
const VERSION = '버전을 확인해 주세요.';

export const publicationEndpoints = {
  countRecipients: get('/api/admin/legal/{kind}/recipients', {
    summary: '새 버전을 지금 게시하면 문자로 알릴 회원의 수. 문자로 알리지 않는 문서이면 0',
    failed: '설정을 불러오지 못했습니다.',
    params: z.object({ kind }),
    response: z.strictObject({ members: z.number() }),
  }),
  withdrawDocument: post('/api/admin/legal/{kind}/{version}/withdraw', {
    summary:
      '시행일 전날까지 버전의 시행 취소. 안내를 받은 회원에게 알립니다. 두 번 보내도 한 번만 취소합니다.',
    changes: ['settings'],
    params: z.object({
      kind,
      version: z.coerce
        .number(VERSION)
        .check(z.int(VERSION), z.minimum(1, VERSION), z.maximum(MAX_VERSION, VERSION)),
    }),
    errors: ['NOT_FOUND', 'DOCUMENT_IN_FORCE'],
  }),
} as const;
