import * as z from 'zod/mini';
import { get, post } from '#platform/contract/endpoint.ts';
import { fieldLimits, idParams, isoDateTime } from '#platform/contract/fields.ts';
import { textField } from '#platform/contract/text/text-field.ts';

const guestBook = z.strictObject({
  greeting: z.string(),
  entries: z.array(z.strictObject({ id: z.number(), content: z.string(), createdAt: isoDateTime })),
});
export type GuestBook = z.output<typeof guestBook>;

export const guestBookEndpoints = {
  readGuestBook: get('/api/guest-book', {
    summary: '방명록의 인사말과 최근 글 50개',
    reads: ['settings', 'guestBook'],
    access: 'public',
    response: guestBook,
  }),
  signGuestBook: post('/api/guest-book', {
    summary: '방명록에 글 남기기',
    changes: ['guestBook'],
    access: 'member',
    body: z.object({
      content: textField({ label: '내용', max: fieldLimits.notes, required: '내용을 입력해 주세요.' }),
    }),
  }),
  hideGuestBookEntry: post('/api/admin/guest-book/{id}/hide', {
    summary: '방명록의 글 숨기기',
    changes: ['guestBook'],
    params: idParams,
    errors: ['NOT_FOUND'],
  }),
} as const;
