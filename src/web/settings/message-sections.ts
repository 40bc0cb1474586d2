import {
  alimtalkNames,
  alimtalkVariables,
  reviewStates,
  type AlimtalkName,
} from '#contract/admin/alimtalk-settings.ts';
import { reviewLabels } from '#web/notifications/review-labels.ts';
import { line, number, text, type SectionField, type SectionText } from './section-field.ts';

export const messagesSection: SectionText = {
  title: '메시지',
  summary: '예약 확인과 미팅 알림, 스튜디오로 오는 알림',
  path: '/reserve',
  fields: [
    { kind: 'check', name: 'booked', label: '예약하면 손님에게 확인 문자를 보냅니다.' },
    { kind: 'check', name: 'changed', label: '예약을 변경하거나 취소하면 손님에게 알립니다.' },
    { kind: 'check', name: 'remindsDayBefore', label: '미팅 전날 손님에게 알립니다.' },
    line('dayBeforeAt', '전날 알림 시각', '08:00부터 20:30까지'),
    { kind: 'check', name: 'remindsHoursBefore', label: '미팅 몇 시간 전에 손님에게 알립니다.' },
    number(
      'hoursBefore',
      '몇 시간 전',
      '밤 9시부터 아침 8시까지는 보내지 않습니다. 이른 미팅은 전날 알림으로 대신하거나 전날 20:30에 알립니다.',
    ),
    { kind: 'check', name: 'answered', label: '문의에 답변하면 알림을 신청한 손님에게 알립니다.' },
    {
      kind: 'check',
      name: 'termsChanged',
      label: '이용약관, 개인정보처리방침, 취소·환불 규정이 바뀌면 모든 회원에게 알립니다.',
    },
    { kind: 'check', name: 'studioBooked', label: '새 예약이 들어오면 스튜디오에 알립니다.' },
    { kind: 'check', name: 'studioAsked', label: '새 문의가 들어오면 스튜디오에 알립니다.' },
    {
      kind: 'lines',
      name: 'studioPhones',
      label: '스튜디오의 휴대폰 번호',
      hint: '한 줄에 하나씩, 3개까지. 관리자가 새 기기에서 로그인하면 첫 번째 번호로, 비밀번호를 찾거나 휴대폰 번호를 바꾸면 모든 번호로 알립니다.',
    },
    {
      kind: 'lines',
      name: 'studioEmails',
      label: '스튜디오의 이메일 주소',
      hint: '한 줄에 하나씩, 3개까지. 새 예약과 새 문의를 이메일로도 알립니다.',
    },
  ],
};

const alimtalkLabels: Readonly<Record<AlimtalkName, string>> = {
  booked: '예약 확정',
  moved: '예약 변경',
  cancelled: '예약 취소',
  reminder: '미팅 알림',
  answered: '답변 등록',
  documentChanged: '약관 변경',
};

export const alimtalkSection: SectionText = {
  title: '알림톡',
  summary: '카카오톡으로 보내는 메시지의 템플릿. 승인되지 않은 메시지는 문자로 보냅니다.',
  path: '/reserve',
  fields: [
    line(
      'channelId',
      '발신 프로필',
      'SENS는 @로 시작하는 채널 이름, 솔라피는 KA01PF로 시작하는 아이디입니다. 비워 두면 모두 문자로 보냅니다.',
    ),
    ...alimtalkNames.map((name): SectionField => ({
      kind: 'group',
      name,
      label: alimtalkLabels[name],
      fields: [
        text(
          'text',
          '내용',
          `검수받은 내용과 글자 하나까지 같아야 합니다. 변수: ${alimtalkVariables[name].map((variable) => `#{${variable}}`).join(' ')}`,
        ),
        {
          kind: 'select',
          name: 'review',
          label: '검수 상태',
          options: reviewStates.map((value) => ({ value, label: reviewLabels[value] })),
        },
        line('code', '템플릿 코드', '승인되면 문자 회사의 관리 화면에 표시되는 코드입니다.'),
        text('reason', '반려 사유', '반려되었을 때 적어 둡니다.'),
      ],
    })),
  ],
};
