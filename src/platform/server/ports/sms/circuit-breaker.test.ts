import { describe, expect, it } from 'vitest';
import { noSms } from '../no-messages.ts';
import { withCircuitBreaker } from './circuit-breaker.ts';
import type { SmsAttempt } from './sms.ts';

type Outcome = SmsAttempt['outcome'];

const message = { to: '01012345678', text: '안녕하세요' };
const silent = () => undefined;
const log = { info: silent, warn: silent, error: silent, debug: silent };

/** A provider with scripted outcomes and a manual clock. */
const createScene = () => {
  let now = 0;
  let attempts = 0;
  let response: () => Promise<Outcome> = () => Promise.resolve('accepted');
  const attempt = async () => {
    attempts += 1;
    return { outcome: await response(), code: 'HTTP_403' };
  };
  const sms = withCircuitBreaker({ ...noSms, attempt }, () => now, log);
  return {
    refuse: () => sms.send(message),
    send: async () => (await sms.send(message)).outcome,
    sendTimes: async (count: number) => {
      for (let sent = 0; sent < count; sent += 1) await sms.send(message);
    },
    advance: (seconds: number) => void (now += seconds * 1_000),
    answerWith: (outcome: Outcome) => void (response = () => Promise.resolve(outcome)),
    answerBy: (next: () => Promise<Outcome>) => void (response = next),
    attempts: () => attempts,
  };
};

describe('F-13 the SMS circuit breaker', () => {
  it.each(['unknown', 'unavailable'] as const)(
    'the circuit breaker opens after five times `%s` and then rejects at once',
    async (failure) => {
      const { send, sendTimes, answerWith, attempts } = createScene();
      answerWith(failure);
      expect(await send()).toBe(failure === 'unknown' ? 'unknown' : 'rejected');
      await sendTimes(4);
      answerWith('accepted');
      expect(await send()).toBe('rejected');
      expect(attempts()).toBe(5);
    },
  );

  it('an open circuit breaker gives the reason of the provider', async () => {
    const { sendTimes, answerWith, refuse } = createScene();
    answerWith('unavailable');
    await sendTimes(5);
    expect(await refuse()).toEqual({ outcome: 'rejected', code: 'HTTP_403' });
  });

  it('the circuit breaker does not count failures older than 30 s', async () => {
    const { send, sendTimes, advance, answerWith } = createScene();
    answerWith('unknown');
    await sendTimes(4);
    advance(30);
    await sendTimes(4);
    answerWith('accepted');
    expect(await send()).toBe('accepted');
  });

  it('rejected phone numbers do not open the circuit breaker', async () => {
    const { send, sendTimes, answerWith } = createScene();
    answerWith('rejected');
    await sendTimes(50);
    answerWith('accepted');
    expect(await send()).toBe('accepted');
  });

  it('after 30 s one message is tried, and the circuit breaker closes if it is sent', async () => {
    const { send, sendTimes, advance, answerWith, answerBy, attempts } = createScene();
    answerWith('unknown');
    await sendTimes(5);
    advance(29);
    expect(await send()).toBe('rejected');
    advance(1);
    let end: (attempt: Outcome) => void = silent;
    answerBy(() => new Promise((resolve) => (end = resolve)));
    const trial = send();
    expect(await send()).toBe('rejected');
    expect(attempts()).toBe(6);
    end('accepted');
    expect(await trial).toBe('accepted');
    answerWith('unknown');
    await sendTimes(4);
    answerWith('accepted');
    expect(await send()).toBe('accepted');
  });

  it('the circuit breaker opens for another 30 s when the trial message fails', async () => {
    const { send, sendTimes, advance, answerWith, answerBy } = createScene();
    answerWith('unknown');
    await sendTimes(5);
    advance(30);
    expect(await send()).toBe('unknown');
    answerWith('accepted');
    advance(29);
    expect(await send()).toBe('rejected');
    advance(1);
    answerBy(() => Promise.reject(new Error('broken')));
    await expect(send()).rejects.toThrow('broken');
    answerWith('accepted');
    expect(await send()).toBe('accepted');
  });
});
