import * as z from 'zod/mini';
import { get, post, put, del } from '#platform/contract/endpoint.ts';
import {
  agreements,
  submittedPassword,
  fieldLimits,
  loginId,
  memberName,
  messageResponse,
  fieldMessages,
  newPassword,
  paginationParams,
  phoneNumber,
  resetPassword,
  verificationCode,
} from '#platform/contract/fields.ts';
import { textField } from '#platform/contract/text/text-field.ts';

export const profile = z.strictObject({ loginId: z.string(), name: z.string() });

const memberListItem = z.strictObject({
  loginId: z.string(),
  name: z.string(),
  phoneNumber: z.string(),
});

/** How many reservations and questions deleting the account cancels or deletes. */
export const withdrawalPreview = z.strictObject({
  /** Number of booked reservations whose meeting has not begun. */
  upcomingReservations: z.number(),
  /** Number of questions, answered or not. */
  questions: z.number(),
});
export type WithdrawalPreview = z.output<typeof withdrawalPreview>;

export const available = z.strictObject({ available: z.literal(true) });
export const codeSent = z.strictObject({
  message: z.string(),
  /** Seconds until the code expires. */
  expiresIn: z.number(),
  /** Seconds during which the same request is refused. */
  resendIn: z.number(),
});

const identity = { name: memberName, phoneNumber };
const recovery = { loginId, ...identity };

export const registration = z
  .object({
    loginId,
    password: newPassword,
    /** Must equal `password` when present. */
    confirmPassword: z.optional(z.string(fieldMessages.passwordMismatch)),
    ...identity,
    code: verificationCode,
    agreements,
  })
  .check(
    z.refine(({ password, confirmPassword = password }) => confirmPassword.normalize('NFKC') === password, {
      path: ['confirmPassword'],
      error: fieldMessages.passwordMismatch,
    }),
  );

/** The messages that a member can switch off. */
const messageChoices = z.strictObject({
  /** Whether to send reminders of meetings. */
  reminders: z.boolean('켜거나 꺼 주세요.'),
  /** Whether to tell the member when a question was answered. */
  answers: z.boolean('켜거나 꺼 주세요.'),
});
export type MessageChoices = z.output<typeof messageChoices>;
const shownMessageChoices = z.strictObject({
  ...messageChoices.shape,
  /** The masked phone number to which booking confirmations are sent; null while none are sent. */
  confirmationsTo: z.nullable(z.string()),
});

const MAX_TOKEN_LENGTH = 100;
/** The token of a setup link or of an invitation. */
export const setupToken = z.string().check(z.maxLength(MAX_TOKEN_LENGTH));

export const memberEndpoints = {
  checkId: get('/api/member/check-id', {
    summary: '아이디를 사용할 수 있는지 확인',
    access: 'public',
    rateLimit: 'check',
    query: z.object({ loginId }),
    response: available,
    errors: ['LOGIN_ID_TAKEN'],
  }),
  checkPhone: get('/api/member/check-phone', {
    summary: '휴대폰 번호를 사용할 수 있는지 확인',
    access: 'public',
    rateLimit: 'check',
    query: z.object({ phoneNumber }),
    response: available,
    errors: ['PHONE_TAKEN'],
  }),
  sendCode: post('/api/member/send-code', {
    summary:
      '가입 인증번호 보내기. 추가 정보를 입력하는 소셜 회원의 인증번호는 그 회원만 사용할 수 있습니다.',
    access: 'optional',
    rateLimit: 'sendCode',
    acceptsHandoffToken: true,
    query: z.object({ phoneNumber }),
    response: codeSent,
    errors: ['PHONE_TAKEN', 'TOO_MANY_REQUESTS', 'SMS_FAILED'],
  }),
  register: post('/api/member/register', {
    summary: '회원가입',
    failed: '회원가입에 실패했습니다.',
    access: 'public',
    rateLimit: 'verifyCode',
    body: registration,
    response: profile,
    status: 201,
    errors: ['CODE_WRONG', 'LOGIN_ID_TAKEN', 'PHONE_TAKEN'],
  }),
  completeSocialProfile: post('/api/member/update-extra', {
    summary: '소셜 회원의 추가 정보',
    failed: '추가 정보 업데이트에 실패했습니다.',
    changes: ['profile'],
    access: 'pending',
    rateLimit: 'verifyCode',
    acceptsHandoffToken: true,
    body: z.object({ ...identity, code: verificationCode, agreements }),
    response: messageResponse,
    errors: ['CODE_WRONG', 'PHONE_TAKEN', 'EXTRA_ALREADY_GIVEN'],
  }),
  createAdminByLink: post('/api/setup', {
    summary:
      '관리자 만들기. 관리자가 없을 때 서버가 터미널에 표시한 링크나 다른 관리자의 초대 링크로 한 번만 만들 수 있습니다.',
    failed: '계정을 만들지 못했습니다. 다시 시도해 주세요.',
    access: 'public',
    rateLimit: 'login',
    body: z.object({
      token: setupToken,
      name: memberName,
      loginId,
      password: newPassword,
    }),
    response: profile,
    status: 201,
    errors: ['SETUP_LINK_INVALID', 'LOGIN_ID_TAKEN'],
  }),
  profile: get('/api/member/profile', {
    summary: '내 정보. 소셜 회원의 아이디는 `카카오 계정`처럼 표시합니다.',
    failed: '회원 정보를 불러오는 데 실패했습니다. 다시 로그인 해주세요.',
    reads: ['profile'],
    access: 'pending',
    acceptsHandoffToken: true,
    response: profile,
  }),
  messageChoices: get('/api/member/messages', {
    summary: '받을 메시지. 예약과 약관의 변경은 항상 알립니다.',
    failed: '메시지 설정을 불러오지 못했습니다.',
    reads: ['profile'],
    access: 'member',
    response: shownMessageChoices,
  }),
  changeMessageChoices: put('/api/member/messages', {
    summary: '받을 메시지 변경',
    changes: ['profile'],
    access: 'member',
    body: messageChoices,
    response: shownMessageChoices,
  }),
  changePassword: put('/api/member/profile/password', {
    summary: '비밀번호 변경: 다른 기기에서는 모두 로그아웃됩니다',
    failed: '비밀번호 변경에 실패했습니다. 잠시 후 다시 시도해주세요.',
    access: 'member',
    answersRepeats: { message: '비밀번호가 변경되었습니다.' },
    body: z.object({ oldPassword: submittedPassword, newPassword }),
    response: messageResponse,
    errors: ['PASSWORD_WRONG', 'PASSWORD_UNCHANGED'],
  }),
  withdrawalPreview: get('/api/member/withdrawal-preview', {
    summary: '탈퇴하면 취소될 예약과 삭제될 문의 수',
    access: 'pending',
    response: withdrawalPreview,
  }),
  withdraw: del('/api/member', {
    summary: '회원 탈퇴. 비밀번호는 보낸 경우에만 확인합니다.',
    failed: '회원 탈퇴 처리 중 오류가 발생했습니다.',
    changes: ['questions'],
    access: 'pending',
    answersRepeats: true,
    body: z.optional(z.object({ password: z.optional(submittedPassword) })),
    errors: ['PASSWORD_WRONG', 'LAST_ADMIN'],
  }),
  findIdSendCode: post('/api/member/find-id/send-code', {
    summary: '아이디 찾기: 인증번호 보내기',
    access: 'public',
    rateLimit: 'sendCode',
    body: z.object(identity),
    response: codeSent,
  }),
  findIdVerify: post('/api/member/find-id/verify', {
    summary: '아이디 찾기: 인증번호 확인',
    failed: '인증에 실패했습니다.',
    access: 'public',
    rateLimit: 'verifyCode',
    body: z.object({ ...identity, code: verificationCode }),
    response: z.strictObject({ loginId: z.string() }),
    errors: ['CODE_WRONG'],
  }),
  findPasswordSendCode: post('/api/member/find-pw/send-code', {
    summary: '비밀번호 찾기: 인증번호 보내기',
    access: 'public',
    rateLimit: 'sendCode',
    body: z.object(recovery),
    response: codeSent,
  }),
  findPasswordVerifyCode: post('/api/member/find-pw/verify-code', {
    summary: '비밀번호 찾기: 인증번호 확인',
    failed: '인증에 실패했습니다.',
    access: 'public',
    rateLimit: 'verifyCode',
    body: z.object({ ...recovery, code: verificationCode }),
    response: messageResponse,
    errors: ['CODE_WRONG'],
  }),
  resetPassword: put('/api/member/find-pw/reset', {
    summary: '비밀번호 찾기: 새 비밀번호',
    failed: '비밀번호 변경에 실패했습니다.',
    access: 'public',
    rateLimit: 'verifyCode',
    answersRepeats: { message: '비밀번호가 변경되었습니다.' },
    body: z.object({ ...recovery, code: verificationCode, password: resetPassword }),
    response: messageResponse,
    errors: ['CODE_WRONG'],
  }),
  adminMembers: get('/api/admin/member', {
    summary: '회원 목록. 이름의 일부로 검색할 수 있습니다.',
    query: z.object({
      name: z.optional(textField({ label: '이름', max: fieldLimits.keyword })),
      ...paginationParams,
    }),
    response: z.array(memberListItem),
  }),
} as const;
