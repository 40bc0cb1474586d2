import { afterAll, vi } from 'vitest';

// Files of one project share a process: the next one finds it as this one did.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
