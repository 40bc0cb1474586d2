import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router';
import { describe, expect, it } from 'vitest';
import type { Desk } from '../../contract/desk.ts';
import { DeskRefusals } from './desk-refusals.tsx';

const show = (refusals: Desk['refusals']): string =>
  renderToStaticMarkup(
    <MemoryRouter>
      <DeskRefusals refusals={refusals} />
    </MemoryRouter>,
  ).replaceAll(/<[^>]+>/g, '');

const nothing = { retries: null, lookups: null, failedCodes: 0, resultCode: null };

describe('what the provider did not accept', () => {
  it('an empty balance is named with what to do and when messages are tried again', () => {
    const refusals = {
      ...nothing,
      retries: { messages: 2, nextAt: '2026-11-21T05:05:00Z' },
      failedCodes: 3,
      resultCode: 'NotEnoughBalance',
    };
    expect(show(refusals)).toBe(
      '메시지 2건과 인증번호 3건을 아직 보내지 못했습니다. 이유: 잔액 부족. 문자 업체에서 잔액을 충전해 주세요. ' +
        '메시지는 11월 21일(토) 오후 2시 5분에 다시 시도합니다. 인증번호는 고객이 다시 요청해야 합니다. 보내지 못한 메시지',
    );
  });

  it.each([
    ['1062', '발신번호 미등록'],
    ['SignatureDoesNotMatch', 'API 키 오류'],
    ['NCP_200', 'API 키 오류'],
    ['HTTP_500', '응답 없음'],
    ['NO_RESPONSE', '응답 없음'],
    ['UNREACHED', '연결 실패'],
    ['3059', '발송 거절 (3059)'],
    [null, '발송 거절'],
  ])('the code %s is put into words', (resultCode, reason) => {
    const text = show({ ...nothing, failedCodes: 1, resultCode });
    expect(text).toContain(`인증번호 1건을 아직 보내지 못했습니다. 이유: ${reason}. `);
    expect(text).toContain('해 주세요.');
  });

  it('the reason stays when the last attempt was refused', () => {
    expect(show({ ...nothing, resultCode: 'NotEnoughBalance' })).toBe(
      '문자를 보내지 못했습니다. 이유: 잔액 부족. 문자 업체에서 잔액을 충전해 주세요. 보내지 못한 메시지',
    );
  });

  it('messages that may have arrived are said to be looked up, not to be unsent', () => {
    const lookups = { messages: 2, nextAt: '2026-11-21T05:05:00Z' };
    expect(show({ ...nothing, lookups })).toBe(
      '결과 확인 중 2건, 11월 21일(토) 오후 2시 5분에 다시 조회합니다. 문자 업체에 장애가 있는지 확인해 주세요. 보내지 못한 메시지',
    );
    const retries = { messages: 1, nextAt: '2026-11-21T05:06:00Z' };
    expect(show({ ...nothing, lookups, retries, resultCode: 'NotEnoughBalance' })).toBe(
      '결과 확인 중 2건, 11월 21일(토) 오후 2시 5분에 다시 조회합니다. 메시지 1건을 아직 보내지 못했습니다. 이유: 잔액 부족. ' +
        '문자 업체에서 잔액을 충전해 주세요. 메시지는 11월 21일(토) 오후 2시 6분에 다시 시도합니다. 보내지 못한 메시지',
    );
  });

  it('nothing is shown while the provider accepts messages', () => {
    expect(show(null)).toBe('');
  });
});
