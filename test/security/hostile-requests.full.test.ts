import { Agent } from 'node:http';
import * as fc from 'fast-check';
import { afterAll, expect, it } from 'vitest';
import { allEndpoints } from '#app/server/api.ts';
import { nonApiRequest } from '#test/fuzz/non-api-requests.ts';
import { endpointRequest, type RawRequest } from '#test/fuzz/raw-request.ts';
import { findLogViolations, findResponseViolations } from '#test/fuzz/response-oracle.ts';
import { sendRawRequest } from '#test/fuzz/send-raw-request.ts';
import { startServerWithUsers } from '#test/servers/server-with-users.ts';

// Runs a part of the fuzz test against the build. The full fuzz test runs in process, because it sets the clock and reads the database.
const { server, member, admin } = await startServerWithUsers({ LOG_LEVEL: 'debug' });
const agent = new Agent({ keepAlive: true });
afterAll(() => agent.destroy());

const SEED = 20_261_122;
const REQUESTS = 400;
const afterStart = server.output().length;

const tokenOf = { guest: () => null, member: member.token, admin: admin.token };
const anyRequest: fc.Arbitrary<RawRequest> = fc.oneof(
  { weight: 1, arbitrary: nonApiRequest },
  { weight: 2, arbitrary: fc.constantFrom(...allEndpoints).chain(endpointRequest) },
);

it(`S-060 S-063 S-065 S-067 the build handles hostile requests and logs only JSON lines (seed ${SEED})`, async () => {
  let sent = 0;
  await fc.assert(
    fc.asyncProperty(anyRequest, async (request) => {
      sent += 1;
      const target = { port: Number(new URL(server.url).port), agent, token: await tokenOf[request.role]() };
      expect(findResponseViolations(request, await sendRawRequest(target, request))).toEqual([]);
    }),
    { seed: SEED, numRuns: REQUESTS },
  );
  expect(sent).toBe(REQUESTS);
  const written = server.output().slice(afterStart);
  const lines = written.split('\n').filter((line) => line !== '' && !line.startsWith('문자 ('));
  expect(findLogViolations(lines.map((line) => `${line}\n`))).toEqual([]);
});
