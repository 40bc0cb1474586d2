import { expect, it } from 'vitest';
import { createApp } from '#app/server/app.ts';
import type { ErrorBody } from '#platform/contract/errors.ts';
import { createTestApp } from './test-app.ts';

const app = await createTestApp();

// Runs in process, because only a clock that throws causes an internal error. Other errors are tested on the build (`test/security`).
it('S-052 an internal error reveals nothing of its cause', async () => {
  const failing = createApp({
    ...app.deps,
    clock: {
      now: () => {
        throw new Error('select * from members at /srv/app.js with pg://10.0.0.1');
      },
    },
  });
  const response = await failing.request('/api/auth/login', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ loginId: 'nobody', password: 'password1' }),
  });
  expect(response.status).toBe(500);
  const body = (await response.json()) as ErrorBody;
  expect(Object.keys(body).toSorted()).toEqual(['code', 'message']);
  expect(body.message).toMatch(/[가-힣]/);
  expect(JSON.stringify(body)).not.toMatch(/select|\/srv|10\.0\.0\.1|Error|at /i);
  expect(response.headers.get('cache-control')).toBe('no-store');
});
