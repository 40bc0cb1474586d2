import { defineSection } from '#core/content/contract/content-section.ts';
import { line } from '#core/content/contract/field.ts';

export const guestBookSections = {
  guestBook: defineSection({
    name: 'guestBook',
    group: 'site',
    position: 22,
    title: '방명록',
    summary: '방명록 위의 인사말',
    path: '/guest-book',
    fields: { greeting: line('인사말') },
  }),
};
