import { afterAll, vi } from 'vitest';

// Test files of a project share a process, so each one restores what it changed.
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});
