import { Agent } from 'node:http';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { allEndpoints } from '#contract/api.ts';
import { requestElsewhere } from '#test/fuzz/elsewhere.ts';
import { judgeLog, judgeReply } from '#test/fuzz/judge-reply.ts';
import { sendWire } from '#test/fuzz/send-wire.ts';
import { requestTo } from '#test/fuzz/wire-request.ts';
import type { WireRequest } from '#test/fuzz/wire-request.ts';
import { startPeopledServer } from './people.ts';

// A part of `test/fuzz` on the build. The whole of it runs in process: it stops the clock and looks into the database.
const { server, member, admin } = await startPeopledServer({ LOG_LEVEL: 'debug' });
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

const SEED = 20_261_122;
const REQUESTS = 400;
const afterStart = server.output().length;

const tokenOf = { guest: () => null, member: member.token, admin: admin.token };
const anyRequest: fc.Arbitrary<WireRequest> = fc.oneof(
  { weight: 1, arbitrary: requestElsewhere },
  { weight: 2, arbitrary: fc.constantFrom(...allEndpoints).chain(requestTo) },
);

it(`S-060 S-063 S-065 S-067 the build answers hostile requests, and logs a line of JSON or none (seed ${SEED})`, async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      sent += 1;
      const target = { port: Number(new URL(server.url).port), agent, token: await tokenOf[request.role]() };
      expect(judgeReply(request, await sendWire(target, request))).toEqual([]);
    }),
    { seed: SEED, numRuns: REQUESTS },
  );
  expect(sent).toBe(REQUESTS);
  const written = server.output().slice(afterStart);
  const lines = written.split('\n').filter((line) => line !== '' && !line.startsWith('문자 ('));
  expect(judgeLog(lines.map((line) => `${line}\n`))).toEqual([]);
});
