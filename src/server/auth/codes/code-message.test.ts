import { describe, expect, it } from 'vitest';
import { countSmsBytes, MAX_SMS_BYTES, formatCodeMessage } from './code-message.ts';

// Node decodes EUC-KR but does not encode it: every pair of bytes is asked which character it is.
const decode = new TextDecoder('euc-kr');
const pairs = new Set(
  Array.from({ length: 0x10000 - 0x8000 }, (_, index) =>
    decode.decode(Uint8Array.of((index + 0x8000) >> 8, index & 0xff)),
  ),
);
const bytesInEucKr = (text: string): number =>
  [...text].reduce((sum, character) => {
    if (character <= '\u007f') return sum + 1;
    if (!pairs.has(character)) throw new Error(`EUC-KR has no ${character}`);
    return sum + 2;
  }, 0);

const publicUrl = 'https://sajin.example';
const code = '012345';

describe('the message with a code', () => {
  it('names the studio, warns, and ends with the line for web OTP', () => {
    expect(formatCodeMessage({ studioName: '사진관', publicUrl, code })).toBe(
      '[사진관] 인증번호 012345 타인에게 알려주지 마세요\n@sajin.example #012345',
    );
  });

  it.each([
    ['빛과 그림자 사진 스튜디오', '빛과 그림자 사진 스튜디'],
    ['아름다운 순간을 담는곳 사진관', '아름다운 순간을 담는곳'],
  ])('shortens the name %s for that line', (studioName, shortened) => {
    const message = formatCodeMessage({ studioName, publicUrl, code });
    expect(message).toBe(`[${shortened}] 인증번호 012345 타인에게 알려주지 마세요\n@sajin.example #012345`);
  });

  it('leaves that line out when the host would leave nothing of the name', () => {
    const long = formatCodeMessage({
      studioName: '사진관',
      publicUrl: `https://${'a'.repeat(40)}.example`,
      code,
    });
    expect(long).toBe('[사진관] 인증번호 012345 타인에게 알려주지 마세요');
  });

  it.each([1, 10, 20, 23, 24, 40, 200])('fits one message with a name of %i letters', (length) => {
    const message = formatCodeMessage({ studioName: '관'.repeat(length), publicUrl, code });
    expect(countSmsBytes(message)).toBeLessThanOrEqual(MAX_SMS_BYTES);
    expect(message.split('\n').at(-1)).toBe(`@sajin.example #${code}`);
  });

  it('counts bytes as EUC-KR has them', () => {
    const message = formatCodeMessage({ studioName: '빛과 그림자', publicUrl, code });
    expect(bytesInEucKr(message)).toBe(countSmsBytes(message));
  });
});
