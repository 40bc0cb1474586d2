import { and, eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { formatSlot, type Slot } from '#contract/slots.ts';
import { shootTypeLabels } from '#contract/shoot-types.ts';
import { messageKinds } from '#contract/text/message-kinds.ts';
import { reservationStateLabels } from '#contract/text/reservation-states.ts';
import {
  answers,
  consents,
  loginLog,
  members,
  notifications,
  questions,
  reservationEvents,
  reservations,
  sessions,
  socialIdentities,
} from '#server/db/schema.ts';
import { privateFiles } from '#server/db/files-schema.ts';
import { packageVersions } from '#server/db/studio-schema.ts';
import { exportTable, type ExportedTable } from './exported-table.ts';

const OWN_NUMBER = '회원 정보에 있는 회원의 번호와 같습니다.';
const oneOf = (words: Readonly<Record<string, string>>) => (value: string) => words[value] ?? value;
const slot = { label: '미팅 시간', format: (value: string) => formatSlot(value as Slot) };
const shootType = { label: '카테고리', format: oneOf(shootTypeLabels) };
const device = { ip: 'IP 주소', userAgent: '브라우저' } as const;

const ofReservations = (column: PgColumn) => (memberId: string) =>
  sql`${column} in (select ${reservations.id} from ${reservations} where ${reservations.memberId} = ${memberId})`;

/** The version of the document, marked when it was withdrawn: the consent then counts for the one before. */
const consentedVersion = sql`consents.version || case when exists (
  select from studio_setting_versions as document
  where document.section = consents.item and document.version = consents.version and document.withdrawn_at is not null
) then ' (시행 취소)' else '' end`;

/** What members download. A new table that leads to a member needs an entry here or in `excluded-tables.ts`. */
export const exportedTables: readonly ExportedTable[] = [
  exportTable(members, {
    title: '회원 정보',
    columns: {
      id: '회원 번호',
      loginId: '아이디',
      name: '이름',
      phone: '휴대폰 번호',
      role: { label: '구분', format: oneOf({ MEMBER: '회원', ADMIN: '관리자' }) },
      status: { label: '상태', format: oneOf({ ACTIVE: '이용 중' }) },
      createdAt: '가입 일시',
      wantsReminders: '미팅 알림 받기',
      wantsAnswers: '답변 알림 받기',
    },
    omitted: { loginIdKey: '아이디를 비교하기 위한 같은 값입니다.', passwordHash: '비밀번호의 해시입니다.' },
    orderBy: members.id,
    belongsTo: (memberId) => eq(members.id, memberId),
  }),
  exportTable(socialIdentities, {
    title: '연결한 소셜 계정',
    columns: {
      provider: {
        label: '제공자',
        format: oneOf({ kakao: '카카오', naver: '네이버', google: 'Google' }),
      },
      subject: '제공자의 회원 식별값',
    },
    omitted: {
      memberId: OWN_NUMBER,
      refreshToken: '연결을 해제하기 위한 토큰입니다.',
      unlinkAttempts: '탈퇴한 뒤에만 사용합니다.',
      unlinkAt: '탈퇴한 뒤에만 사용합니다.',
    },
    orderBy: socialIdentities.provider,
    belongsTo: (memberId) => eq(socialIdentities.memberId, memberId),
  }),
  exportTable(consents, {
    title: '동의 기록',
    columns: {
      item: {
        label: '항목',
        format: oneOf({ over14: '만 14세 이상', terms: '이용약관', privacy: '개인정보 수집 및 이용' }),
      },
      version: { label: '문서의 버전', select: consentedVersion },
      identityVersion: '사업자 정보의 버전',
      ip: 'IP 주소',
      agreedAt: '동의 일시',
    },
    omitted: { memberId: OWN_NUMBER },
    orderBy: consents.agreedAt,
    belongsTo: (memberId) => eq(consents.memberId, memberId),
  }),
  exportTable(reservations, {
    title: '예약',
    columns: {
      id: '번호',
      code: '예약 번호',
      state: { label: '상태', format: oneOf(reservationStateLabels) },
      shootType,
      date: '미팅 날짜',
      slot,
      desiredShootDate: '희망 촬영 날짜',
      location: '촬영 장소',
      notes: '요청 사항',
      createdAt: '예약 일시',
      packageVersionId: '상품의 번호',
    },
    omitted: {
      memberId: OWN_NUMBER,
      guestName: '전화로 예약한 비회원에게만 있습니다.',
      guestPhone: '전화로 예약한 비회원에게만 있습니다.',
    },
    orderBy: reservations.id,
    belongsTo: (memberId) => eq(reservations.memberId, memberId),
  }),
  exportTable(packageVersions, {
    title: '예약할 때 고른 상품',
    columns: {
      id: '번호',
      shootType,
      name: '이름',
      summary: '설명',
      priceWon: '가격(원)',
      includes: '포함 사항',
    },
    omitted: { packageId: '상품을 관리하는 번호입니다.', createdAt: '상품을 게시한 시각입니다.' },
    orderBy: packageVersions.id,
    belongsTo: (memberId) =>
      sql`${packageVersions.id} in (
        select ${reservations.packageVersionId} from ${reservations} where ${reservations.memberId} = ${memberId}
      )`,
  }),
  exportTable(reservationEvents, {
    title: '예약의 변경 기록',
    columns: {
      reservationId: '예약의 번호',
      action: {
        label: '변경',
        format: oneOf({
          MOVED: '날짜와 시간 변경',
          CANCELLED: '취소',
          COMPLETED: '완료',
          NO_SHOW: '노쇼',
          REOPENED: '다시 확정',
        }),
      },
      actor: { label: '변경한 사람', format: oneOf({ MEMBER: '회원', ADMIN: '스튜디오' }) },
      date: '변경 전 날짜',
      slot: { ...slot, label: '변경 전 시간' },
      reason: {
        label: '사유',
        // A reason of the studio is an internal record.
        select: sql`case when ${reservationEvents.actor} = 'MEMBER' then ${reservationEvents.reason} else '' end`,
      },
      occurredAt: '변경 일시',
    },
    omitted: { id: '기록의 번호입니다.', actorId: '관리자의 번호일 수 있습니다.' },
    orderBy: reservationEvents.id,
    belongsTo: ofReservations(reservationEvents.reservationId),
  }),
  exportTable(privateFiles, {
    title: '예약에 붙인 참고 사진',
    columns: {
      id: '파일 이름(pictures 폴더)',
      reservationId: '예약의 번호',
      createdAt: '올린 일시',
    },
    omitted: {
      memberId: OWN_NUMBER,
      key: '저장소의 파일 이름입니다.',
      position: '사진의 순서입니다.',
      width: '파일에 있습니다.',
      height: '파일에 있습니다.',
      bytes: '파일에 있습니다.',
    },
    orderBy: privateFiles.createdAt,
    belongsTo: (memberId) => eq(privateFiles.memberId, memberId),
  }),
  exportTable(questions, {
    title: '문의',
    columns: {
      id: '번호',
      title: '제목',
      content: '내용',
      secret: '비밀글',
      notify: '답변 알림 신청',
      createdAt: '등록 일시',
      updatedAt: '수정 일시',
    },
    omitted: { memberId: OWN_NUMBER },
    orderBy: questions.id,
    belongsTo: (memberId) => eq(questions.memberId, memberId),
  }),
  exportTable(answers, {
    title: '문의의 답변',
    columns: {
      questionId: '문의의 번호',
      content: '내용',
      createdAt: '등록 일시',
      updatedAt: '수정 일시',
    },
    omitted: { id: '답변의 번호입니다.' },
    orderBy: answers.id,
    belongsTo: (memberId) =>
      sql`${answers.questionId} in (select ${questions.id} from ${questions} where ${questions.memberId} = ${memberId})`,
  }),
  exportTable(notifications, {
    title: '보낸 메시지',
    columns: {
      kind: { label: '내용', format: oneOf(messageKinds) },
      questionId: '문의의 번호',
      reservationId: '예약의 번호',
      state: {
        label: '상태',
        format: oneOf({
          QUEUED: '발송 예정',
          SENT: '발송',
          DELIVERED: '전달',
          SIMULATED: '보내지 않음(시험)',
          FAILED: '실패',
          UNKNOWN: '확인 필요',
          SUPERSEDED: '보내지 않음',
        }),
      },
      channel: { label: '방법', format: oneOf({ SMS: '문자', ALIMTALK: '알림톡', EMAIL: '이메일' }) },
      createdAt: '등록 일시',
      dueAt: '발송 예정 일시',
      settledAt: '발송 일시',
      phone: '보낼 이전 번호',
    },
    omitted: {
      id: '메시지의 번호입니다.',
      memberId: OWN_NUMBER,
      subjectVersion: '같은 메시지를 한 번만 보내기 위한 번호입니다.',
      recipient: '본인에게 보낸 메시지만 있습니다.',
      sendsAtNight: '발송을 위한 내부 값입니다.',
      attempts: '발송을 위한 내부 값입니다.',
      isReplaced: '발송을 위한 내부 값입니다.',
      providerMessageId: '문자 회사의 번호입니다.',
      resultCode: '문자 회사의 결과 코드입니다.',
      pollAt: '발송을 위한 내부 값입니다.',
      polls: '발송을 위한 내부 값입니다.',
      missingSince: '발송을 위한 내부 값입니다.',
    },
    orderBy: notifications.id,
    belongsTo: (memberId) =>
      sql`${and(eq(notifications.memberId, memberId), eq(notifications.recipient, 'CUSTOMER'))}`,
  }),
  exportTable(sessions, {
    title: '로그인된 기기',
    columns: { ...device, createdAt: '로그인 일시', expiresAt: '만료 일시', revokedAt: '로그아웃 일시' },
    omitted: { id: '로그인 토큰에 들어 있는 번호입니다.', memberId: OWN_NUMBER },
    orderBy: sessions.createdAt,
    belongsTo: (memberId) => eq(sessions.memberId, memberId),
  }),
  exportTable(loginLog, {
    title: '로그인 기록',
    columns: {
      outcome: {
        label: '결과',
        format: oneOf({
          SUCCESS: '로그인',
          FAILURE: '실패',
          LOGOUT: '로그아웃',
          REFRESH_REUSE: '로그인 도용 의심',
        }),
      },
      ...device,
      occurredAt: '일시',
    },
    omitted: { id: '기록의 번호입니다.', memberId: OWN_NUMBER },
    orderBy: loginLog.id,
    belongsTo: (memberId) => eq(loginLog.memberId, memberId),
  }),
];
