import type { ProcessingPurpose } from '#platform/server/db/processing-purpose.ts';

const ITEMS = '카테고리, 미팅 날짜와 시간, 상품, 희망 촬영 날짜, 촬영 장소, 요청 사항';

export const reservationPurposes: readonly ProcessingPurpose[] = [
  {
    name: '사전 미팅 예약',
    items: `${ITEMS}, 올린 경우 참고 사진`,
    reason: '사전 미팅과 촬영의 준비, 계약의 이행',
    retention: '탈퇴할 때까지. 계약에 관한 기록은 5년',
  },
  // A purpose of its own, because the texts of the others are part of policies in force and must not change.
  {
    name: '사전 질문',
    items: '예약할 때 사전 질문에 답한 내용, 선택한 미팅 방법',
    reason: '사전 미팅과 촬영의 준비',
    retention: '탈퇴할 때까지',
  },
  {
    name: '전화·메시지 예약(비회원)',
    items: `이름, 전화번호, ${ITEMS}`,
    reason: '사전 미팅과 촬영의 준비, 계약의 이행, 예약 안내 문자의 발송',
    retention: '미팅일 또는 취소일부터 5년',
  },
];
