import * as z from 'zod/mini';
import { get, post, put, del } from '#platform/contract/endpoint.ts';
import { entityId, isoDateTime, MAX_VERSION } from '#platform/contract/fields.ts';
import { legalDocumentKinds, legalEndpoints } from './legal/documents.ts';
import { studioEndpoints } from './studio.ts';

/** The message for a section that does not exist. */
export const SECTION_MESSAGE = '설정을 확인해 주세요.';
/** The name of a section of any feature. The handler checks that the section exists. */
export const sectionName = z.string(SECTION_MESSAGE);

const sectionParams = z.object({ section: sectionName });
/** The handler checks the body in a request against the schema of its section. */
const sectionBody = z.record(z.string(), z.unknown());
const baseVersion = z.int().check(z.minimum(0), z.maximum(MAX_VERSION));
const edit = z.object({ body: sectionBody, baseVersion });

const change = {
  /** The login id of the admin; null when no admin made the change, and for deleted accounts. */
  changedBy: z.nullable(z.string()),
  changedAt: isoDateTime,
};

const draft = z.strictObject({ body: sectionBody, baseVersion, ...change });
const publication = { version: z.number(), body: sectionBody, ...change };
const sectionVersion = z.strictObject({
  ...publication,
  /** When a legal document was withdrawn before its effective date; null for all other versions. */
  withdrawnAt: z.nullable(isoDateTime),
});
export type SectionVersion = z.output<typeof sectionVersion>;

/**
 * The newest version that was not withdrawn. But `version` is the number of the newest version, withdrawn or not: the base of the next
 * publication.
 */
const section = z.strictObject({ ...publication, draft: z.nullable(draft) });
export type Section = z.output<typeof section>;

const sectionSummary = z.strictObject({
  section: sectionName,
  version: z.number(),
  ...change,
  hasDraft: z.boolean(),
});
export type SectionSummary = z.output<typeof sectionSummary>;

const { studio, home, introduce, pages, categories, packages, notices, hours, faq } = studioEndpoints;
/** What the preview shows, by the endpoint that sends it to visitors. */
const siteContent = z.strictObject({
  studio: studio.response,
  home: home.response,
  introduce: introduce.response,
  pages: pages.response,
  categories: categories.response,
  packages: packages.response,
  notices: notices.response,
  hours: hours.response,
  faq: faq.response,
  legal: z.record(z.enum(legalDocumentKinds), legalEndpoints.legalDocument.response),
});
export type SiteContent = z.output<typeof siteContent>;

export const settingsEndpoints = {
  previewContent: get('/api/admin/settings/preview', {
    summary: '미리보기: 초안이 있는 설정은 초안으로, 나머지는 게시한 내용으로',
    failed: '설정을 불러오지 못했습니다.',
    response: siteContent,
  }),
  previewSection: post('/api/admin/settings/{section}/preview', {
    summary:
      '미리보기: 이 설정은 보낸 내용으로, 나머지는 초안이나 게시한 내용으로. 아무것도 저장하지 않습니다.',
    failed: '설정을 불러오지 못했습니다.',
    rateLimit: 'read',
    params: sectionParams,
    body: z.object({ body: sectionBody }),
    response: siteContent,
    errors: ['NOT_FOUND'],
  }),
  listSections: get('/api/admin/settings', {
    summary: '설정 목록: 마지막으로 게시한 때와 초안의 유무',
    failed: '설정을 불러오지 못했습니다.',
    reads: ['settings'],
    response: z.array(sectionSummary),
  }),
  getSection: get('/api/admin/settings/{section}', {
    summary: '게시한 내용과 초안',
    failed: '설정을 불러오지 못했습니다.',
    reads: ['settings'],
    params: sectionParams,
    response: section,
  }),
  listVersions: get('/api/admin/settings/{section}/versions', {
    summary: '변경 기록, 최신순 50개',
    failed: '설정을 불러오지 못했습니다.',
    reads: ['settings'],
    params: sectionParams,
    response: z.array(sectionVersion),
  }),
  saveDraft: put('/api/admin/settings/{section}/draft', {
    summary: '초안 저장. 방문자에게는 보이지 않습니다.',
    failed: '저장하지 못했습니다. 다시 시도해 주세요.',
    changes: ['settings'],
    params: sectionParams,
    body: edit,
  }),
  deleteDraft: del('/api/admin/settings/{section}/draft', {
    summary: '초안 삭제. 초안이 없어도 성공합니다.',
    failed: '저장하지 못했습니다. 다시 시도해 주세요.',
    changes: ['settings'],
    params: sectionParams,
  }),
  publishSection: post('/api/admin/settings/{section}/publish', {
    summary: '내용 게시. 방문자에게 바로 보이고 초안은 삭제됩니다.',
    failed: '저장하지 못했습니다. 다시 시도해 주세요.',
    changes: ['settings'],
    params: sectionParams,
    body: z.extend(edit, {
      /** For meeting hours: ids of the reservations that do not fit them and that the admin keeps. */
      keptReservations: z.optional(z.array(entityId)),
    }),
    response: section,
    errors: ['SETTINGS_CHANGED', 'RESERVATIONS_COLLIDE'],
  }),
} as const;
