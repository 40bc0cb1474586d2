import { Hono } from 'hono';
import { describe, expect, it } from 'vitest';
import { refuse } from '#contract/errors.ts';
import { createLog } from '#server/log.ts';
import { answerError } from './answer-error.ts';
import { createLoadGate, shedLoad } from './shed-load.ts';

const READ = true;
const WRITE = false;

const createGate = () => {
  let time = 0;
  const turns: (() => void)[] = [];
  const gate = createLoadGate({
    fewReads: 10,
    fewInTurn: 3,
    rush: 250,
    mostWrites: 20,
    now: () => time,
    atEndOfTurn: (call) => void turns.push(call),
  });
  const endTurn = (): void => turns.splice(0).forEach((call) => call());
  const enter = (count: number, isRead: boolean): number =>
    Array.from({ length: count }, () => gate.enter(isRead)).filter(Boolean).length;
  /** Every `gap` milliseconds one is answered and another comes. */
  const turnOver = (count: number, gap: number): void => {
    for (let answered = 0; answered < count; answered += 1) {
      time += gap;
      endTurn();
      gate.leave(READ);
      gate.enter(READ);
    }
  };
  const pass = (milliseconds: number): void => {
    time += milliseconds;
    endTurn();
  };
  /** Works that each keep the process busy for `cost`, all come before it looks up again. */
  const rush = (count: number, cost: number, isRead = READ): number => {
    let answered = 0;
    for (let come = 0; come < count; come += 1) {
      if (!gate.enter(isRead)) continue;
      time += cost;
      gate.leave(isRead);
      answered += 1;
    }
    endTurn();
    return answered;
  };
  return { gate, enter, turnOver, pass, rush };
};

describe('F-19 the gate', () => {
  it('lets as many reads in as will be answered in time, by how fast they are', () => {
    const { enter, turnOver } = createGate();
    enter(10, READ);
    turnOver(200, 20);
    expect(enter(1_000, READ)).toBeGreaterThanOrEqual(14);
    expect(enter(1_000, READ)).toBe(0);
    const fast = createGate();
    fast.enter(10, READ);
    fast.turnOver(200, 1);
    expect(fast.enter(1_000, READ)).toBeGreaterThanOrEqual(480);
  });

  it('always lets a few in, however slow they are', () => {
    const { gate, enter, turnOver } = createGate();
    enter(10, READ);
    turnOver(100, 5_000);
    expect(gate.enter(READ)).toBe(false);
    gate.leave(READ);
    expect(gate.enter(READ)).toBe(true);
  });

  it('is open again as soon as there is room, and learns nothing from a pause', () => {
    const { gate, enter, turnOver, pass } = createGate();
    enter(10, READ);
    turnOver(200, 1);
    for (let left = 0; left < 10; left += 1) gate.leave(READ);
    pass(3_600_000);
    expect(enter(400, READ)).toBe(400);
  });

  it('answers a rush, and of one that lasts what is done before anybody waits for long', () => {
    const { rush, pass } = createGate();
    expect(rush(60, 4)).toBe(60);
    expect(rush(1_000, 4)).toBe(63);
    expect(rush(1_000, 4)).toBe(7);
    expect(rush(1_000, 40)).toBe(3);
    expect(rush(5, 4)).toBe(5);
    pass(1_000);
    expect(rush(60, 4)).toBe(60);
  });

  it('answers writes for longer, however busy the process was, and not without end', () => {
    const { rush } = createGate();
    rush(1_000, 4);
    expect(rush(200, 4, WRITE)).toBe(200);
    expect(rush(1_000, 4, WRITE)).toBe(251);
    expect(rush(1_000, 2_000, WRITE)).toBe(3);
  });

  it('turns the more away the longer others wait before the door, writes later, and never everybody', () => {
    let crowded = 0;
    const gate = createLoadGate({ crowdedFor: () => crowded });
    const letIn = (isRead: boolean): number =>
      Array.from({ length: 100 }, () => gate.enter(isRead) && (gate.leave(isRead), true)).filter(Boolean)
        .length;
    const letInWhen = (milliseconds: number): readonly number[] => {
      crowded = milliseconds;
      return [letIn(READ), letIn(WRITE)];
    };
    expect(letInWhen(300)).toEqual([100, 100]);
    expect(letInWhen(600)).toEqual([50, 100]);
    expect(letInWhen(2_000)).toEqual([15, 50]);
    expect(letInWhen(3_600_000)).toEqual([10, 10]);
    expect(letInWhen(0)).toEqual([100, 100]);
  });

  it('lets writes in where reads give way, up to their own number', () => {
    const { enter, turnOver } = createGate();
    enter(11, READ);
    turnOver(200, 50);
    expect(enter(1, READ)).toBe(0);
    expect(enter(30, WRITE)).toBe(20);
  });

  it('turns writes away as well that would wait in vain', () => {
    const { enter, turnOver } = createGate();
    enter(10, READ);
    turnOver(200, 100);
    // Sixteen under way would take 1.6 s.
    expect(enter(30, WRITE)).toBe(6);
  });
});

describe('F-19 the server', () => {
  const full = new Hono();
  full.onError((error, context) => answerError(context, error, createLog('silent')));
  full.use(shedLoad({ enter: () => false, leave: () => undefined }));
  full.all('*', (context) => context.text('ok'));
  const send = async (path: string, accept = '*/*', env: object = { outgoing: {} }) =>
    full.request(path, { headers: { accept } }, env);
  const ask = async (path: string, env?: object) => (await send(path, '*/*', env)).status;
  const MESSAGE = '지금은 요청이 많습니다. 잠시 후 다시 시도해 주세요.';

  it('refuses pages and calls of which there are too many, and says when to come back', async () => {
    const refused = await send('/api/photo/home');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(await refused.json()).toEqual({ code: 'TOO_MANY_REQUESTS', message: MESSAGE });
    expect(await ask('/')).toBe(429);
  });

  it('says so to who opens a page in a page, which runs nothing and is kept nowhere', async () => {
    const refused = await send('/question?keyword=a', 'text/html,application/xhtml+xml;q=0.9');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '1']);
    expect(refused.headers.get('content-type')).toContain('text/html');
    expect(refused.headers.get('cache-control')).toBe('no-store');
    expect(refused.headers.get('content-security-policy')).toContain("default-src 'none'");
    expect(await refused.text()).toContain(MESSAGE);
    const called = await send('/api/photo/home', 'text/html');
    expect(called.headers.get('content-type')).toContain('application/json');
  });

  it('says of a database that is away that it is, and not that there are too many', async () => {
    let isOpen = true;
    const app = new Hono();
    app.onError((error, context) => answerError(context, error, createLog('silent')));
    app.use(shedLoad({ enter: () => isOpen, leave: () => undefined }));
    app.get('/away', () => Promise.reject(refuse('UNAVAILABLE')));
    app.get('/well', (context) => context.text('ok'));
    const excessAfter = async (path: string): Promise<number> => {
      isOpen = true;
      await app.request(path, undefined, { outgoing: {} });
      isOpen = false;
      return (await app.request('/well', undefined, { outgoing: {} })).status;
    };
    expect([await excessAfter('/away'), await excessAfter('/well')]).toEqual([503, 429]);
  });

  it.each(['/livez', '/healthz', '/photos/a.jpg', '/uploads/staging/a.jpg', '/api/auth/reissue'])(
    'answers %s whatever else there is to do',
    async (path) => expect(await ask(path)).toBe(200),
  );

  it('counts what a page asks itself as part of the page', async () => {
    expect(await ask('/api/photo/home', { isInProcess: true })).toBe(200);
  });

  it('gives the place back, also of what failed', async () => {
    let inside = 0;
    const app = new Hono();
    app.onError((_, context) => context.text('failed', 500));
    app.use(shedLoad({ enter: () => (inside += 1) > 0, leave: () => void (inside -= 1) }));
    app.get('/bad', () => Promise.reject(new Error('failed')));
    app.get('/good', (context) => context.text('ok'));
    for (const path of ['/bad', '/good', '/missing']) await app.request(path, undefined, { outgoing: {} });
    expect(inside).toBe(0);
  });
});
