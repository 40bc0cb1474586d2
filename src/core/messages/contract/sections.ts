import { defineSection, type SectionBody } from '#core/content/contract/content-section.ts';
import { alimtalkFields } from './alimtalk-settings.ts';
import { messageFields } from './message-settings.ts';

/** Which messages are sent, and the templates for KakaoTalk. */
export const messageSections = {
  messages: defineSection({
    name: 'messages',
    group: 'messages',
    position: 14,
    title: '메시지',
    summary: '예약 확정과 미팅 알림, 스튜디오로 오는 알림',
    path: '/reserve',
    fields: messageFields,
  }),
  alimtalk: defineSection({
    name: 'alimtalk',
    group: 'messages',
    position: 15,
    title: '알림톡',
    summary: '카카오톡으로 보내는 메시지의 템플릿. 승인되지 않은 메시지는 문자로 보냅니다.',
    path: '/reserve',
    fields: alimtalkFields,
  }),
};

export type MessageSettings = SectionBody<typeof messageSections.messages>;
export type AlimtalkSettings = SectionBody<typeof messageSections.alimtalk>;
