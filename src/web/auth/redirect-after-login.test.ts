import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveReturnPath, consumeReturnPath } from './redirect-after-login.ts';

const stored = new Map<string, string>();

const standAt = (address: string): void => {
  const { pathname, search } = new URL(address, 'http://localhost');
  vi.stubGlobal('location', { pathname, search });
};

describe('where a login leads', () => {
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    });
  });

  it('is the page that the visitor was sent from, once', () => {
    standAt('/question?page=2');
    saveReturnPath();
    expect([consumeReturnPath(), consumeReturnPath()]).toEqual(['/question?page=2', '/']);
  });

  it.each(['/social-extra', '/oauth-success', '/login', '/social-extra?name=x'])(
    'is never %s, a step of the login itself',
    (step) => {
      standAt('/reserve/form');
      saveReturnPath();
      standAt(step);
      saveReturnPath();
      expect(consumeReturnPath()).toBe('/reserve/form');
      // Of a page that was loaded before this one.
      stored.set('returnTo', step);
      expect(consumeReturnPath()).toBe('/');
    },
  );

  it.each(['//elsewhere.example', 'https://elsewhere.example', ''])('is not %o', (path) => {
    stored.set('returnTo', path);
    expect(consumeReturnPath()).toBe('/');
  });
});
