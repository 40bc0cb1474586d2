import { defineSection } from '#core/content/contract/content-section.ts';
import { items, line, text } from '#core/content/contract/field.ts';

export const questionSections = {
  /** Texts that admins can insert into their answers. Visitors see them only there. */
  replies: defineSection({
    name: 'replies',
    group: 'messages',
    position: 13,
    title: '답변 문구',
    summary: '자주 쓰는 답변. 문의에 답변할 때 골라 넣습니다.',
    path: '/question',
    fields: {
      replies: items('문구', '문구', {
        title: line('제목', { hint: '답변 문구를 고를 때 표시됩니다.' }),
        body: text('내용', { max: 2_000 }),
      }),
    },
  }),
};
