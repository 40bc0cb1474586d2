import { describe, expect, it } from 'vitest';
import { countSmsBytes, MAX_SMS_BYTES, writeCodeMessage } from './code-message.ts';

const publicUrl = 'https://sajin.example';
const code = '012345';

describe('the message with a code', () => {
  it('names the studio, warns, and ends with the line for web OTP', () => {
    expect(writeCodeMessage({ studioName: '사진관', publicUrl, code })).toBe(
      '[사진관] 인증번호 012345 타인에게 알려주지 마세요\n@sajin.example #012345',
    );
  });

  it('leaves that line out when it does not fit', () => {
    const studioName = '빛과 그림자 사진 스튜디오';
    const message = writeCodeMessage({ studioName, publicUrl, code });
    expect(message).toBe(`[${studioName}] 인증번호 012345 타인에게 알려주지 마세요`);
  });

  it.each([1, 10, 20, 23, 24, 40, 200])('fits one message with a name of %i letters', (length) => {
    const message = writeCodeMessage({ studioName: '관'.repeat(length), publicUrl, code });
    expect(countSmsBytes(message)).toBeLessThanOrEqual(MAX_SMS_BYTES);
    expect(message).toContain(code);
  });
});
