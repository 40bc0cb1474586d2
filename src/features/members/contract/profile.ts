import * as z from 'zod/mini';
import { codeSent } from '#core/auth/contract/members.ts';
import { get, post, put } from '#platform/contract/endpoint.ts';
import {
  memberName,
  messageResponse,
  phoneNumber,
  submittedPassword,
  verificationCode,
} from '#platform/contract/fields.ts';

const newName = z.object({ name: memberName });
export const newPhone = z.object({ phoneNumber });

const zipFile = z
  .custom<AsyncIterable<Uint8Array>>()
  .check(z.meta({ type: 'string', contentMediaType: 'application/zip' }));

/** The name and phone number, which members change on the page 내 정보, and the download of their data. */
export const profileEndpoints = {
  changeName: put('/api/member/profile/name', {
    summary: '이름 변경',
    changes: ['profile'],
    access: 'member',
    body: newName,
    response: z.strictObject({ name: z.string() }),
  }),
  phone: get('/api/member/profile/phone', {
    summary: '내 휴대폰 번호. 가운데 자리는 가립니다. 번호가 없는 관리자는 null입니다.',
    failed: '회원 정보를 불러오는 데 실패했습니다. 다시 로그인 해주세요.',
    reads: ['profile'],
    access: 'member',
    response: z.strictObject({ phoneNumber: z.nullable(z.string()) }),
  }),
  sendPhoneCode: post('/api/member/profile/phone/send-code', {
    summary: '휴대폰 번호 변경: 새 번호로 인증번호 보내기',
    access: 'member',
    rateLimit: 'sendCode',
    body: newPhone,
    response: codeSent,
    errors: ['PHONE_TAKEN', 'TOO_MANY_REQUESTS', 'SMS_FAILED'],
  }),
  changePhone: put('/api/member/profile/phone', {
    summary: '휴대폰 번호 변경. 이전 번호로 변경을 알립니다. 소셜 회원이 아니면 현재 비밀번호가 필요합니다.',
    changes: ['profile'],
    access: 'member',
    rateLimit: 'verifyCode',
    /** `password` is the current password. It is required from members who have one. */
    body: z.extend(newPhone, { code: verificationCode, password: z.optional(submittedPassword) }),
    response: messageResponse,
    errors: ['PASSWORD_WRONG', 'CODE_WRONG', 'PHONE_TAKEN'],
  }),
  sendExportCode: post('/api/member/export/send-code', {
    summary: '내 정보 내려받기: 내 번호로 인증번호 보내기',
    access: 'member',
    rateLimit: 'sendCode',
    response: codeSent,
    errors: ['INVALID_INPUT', 'TOO_MANY_REQUESTS', 'SMS_FAILED'],
  }),
  exportData: post('/api/member/export', {
    summary: '내 정보 내려받기: JSON, CSV와 바로 볼 수 있는 문서를 담은 ZIP 파일',
    access: 'member',
    rateLimit: 'verifyCode',
    body: z.object({ code: verificationCode }),
    produces: 'application/zip',
    response: zipFile,
    errors: ['CODE_WRONG'],
  }),
} as const;
