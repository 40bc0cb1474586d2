import { describe, expect, it } from 'vitest';
import { countSmsBytes, MAX_SMS_BYTES } from '#server/ports/sms/sms-length.ts';
import { formatCodeMessage } from './code-message.ts';

// Node.js decodes EUC-KR but cannot encode it, so the byte pair of each character is found by decoding all pairs.
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

describe('formatCodeMessage', () => {
  it('the text message with a code names the studio, warns against sharing and ends with the web OTP line', () => {
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

  it('the web OTP line is left out when a long host would leave no room for the studio name', () => {
    const long = formatCodeMessage({
      studioName: '사진관',
      publicUrl: `https://${'a'.repeat(40)}.example`,
      code,
    });
    expect(long).toBe('[사진관] 인증번호 012345 타인에게 알려주지 마세요');
  });

  it.each([1, 10, 20, 23, 24, 40, 200])(
    'the code message fits one SMS with a studio name of %i letters',
    (length) => {
      const message = formatCodeMessage({ studioName: '관'.repeat(length), publicUrl, code });
      expect(countSmsBytes(message)).toBeLessThanOrEqual(MAX_SMS_BYTES);
      expect(message.split('\n').at(-1)).toBe(`@sajin.example #${code}`);
    },
  );

  it('the bytes of an SMS are counted as EUC-KR encodes them', () => {
    const message = formatCodeMessage({ studioName: '빛과 그림자', publicUrl, code });
    expect(bytesInEucKr(message)).toBe(countSmsBytes(message));
  });
});
