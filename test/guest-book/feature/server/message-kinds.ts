import type { MessageKinds } from '#core/messages/server/message-kind.ts';

export const guestBookMessageKinds = {
  GUEST_BOOK_SIGNED: { label: '새 방명록', text: '방명록에 새 글이 등록되었습니다.' },
} as const satisfies MessageKinds;
