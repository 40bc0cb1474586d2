import * as z from 'zod/mini';
import { get, post, del } from '#platform/contract/endpoint.ts';
import { secondFactorCode, submittedPassword } from '#platform/contract/fields.ts';

export const totpEndpoints = {
  totpState: get('/api/admin/totp', {
    summary: '내 2단계 로그인: 켜짐 여부와 남은 복구 코드의 수',
    reads: ['secondFactor'],
    allowsMissingSecondFactor: true,
    response: z.strictObject({
      isOn: z.boolean(),
      /** Whether the studio requires a second factor of all admins. */
      isRequired: z.boolean(),
      recoveryCodes: z.number(),
    }),
  }),
  startTotp: post('/api/admin/totp', {
    summary: '2단계 로그인 준비: 인증 앱에 등록할 비밀 키. 첫 코드를 확인해야 켜집니다.',
    allowsMissingSecondFactor: true,
    body: z.object({ password: submittedPassword }),
    response: z.strictObject({
      /** For typing into the app, in base32. */
      secret: z.string(),
      /** `otpauth://` URI, for a QR code or a link on the phone. */
      uri: z.string(),
    }),
    status: 201,
    errors: ['PASSWORD_WRONG', 'TOTP_ON'],
  }),
  confirmTotp: post('/api/admin/totp/confirm', {
    summary:
      '인증 앱의 코드로 2단계 로그인 켜기. 복구 코드는 이때만 볼 수 있고, 다시 호출하면 새로 만듭니다.',
    changes: ['secondFactor'],
    allowsMissingSecondFactor: true,
    body: z.object({ code: secondFactorCode }),
    response: z.strictObject({ recoveryCodes: z.array(z.string()) }),
    errors: ['TOTP_WRONG', 'NOT_FOUND'],
  }),
  disableTotp: del('/api/admin/totp', {
    summary: '2단계 로그인 끄기',
    changes: ['secondFactor'],
    body: z.object({ password: submittedPassword }),
    errors: ['PASSWORD_WRONG'],
  }),
} as const;
