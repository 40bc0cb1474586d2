import { beforeEach, describe, expect, it, vi } from 'vitest';
import { saveReturnPath, consumeReturnPath } from './redirect-after-login.ts';
import { readReturnNote, saveNotedReturnPath } from './return-note.ts';

const stored = new Map<string, string>();

const setLocation = (href: string): void => {
  const { pathname, search } = new URL(href, 'http://localhost');
  vi.stubGlobal('location', { pathname, search });
};

describe('the redirect after a login', () => {
  beforeEach(() => {
    stored.clear();
    vi.stubGlobal('sessionStorage', {
      getItem: (key: string) => stored.get(key) ?? null,
      setItem: (key: string, value: string) => void stored.set(key, value),
      removeItem: (key: string) => void stored.delete(key),
    });
  });

  it('a login redirects once to the page that required it', () => {
    setLocation('/question?page=2');
    saveReturnPath();
    expect([consumeReturnPath(), consumeReturnPath()]).toEqual(['/question?page=2', '/']);
  });

  it('what waits for the visitor can be read until the redirect', () => {
    setLocation('/social-extra');
    saveNotedReturnPath('/reserve/form', 'A time is held.', Date.now() + 60_000);
    saveReturnPath();
    expect([readReturnNote(), readReturnNote()]).toEqual(['A time is held.', 'A time is held.']);
    setLocation('/question');
    saveReturnPath();
    expect(readReturnNote()).toBe('');
    saveNotedReturnPath('/reserve/form', 'A time is held.', Date.now() + 60_000);
    saveNotedReturnPath('/reserve/form', 'A time was held.', Date.now() - 1);
    expect(readReturnNote()).toBe('');
    consumeReturnPath();
    expect(readReturnNote()).toBe('');
  });

  it.each(['/social-extra', '/oauth-success', '/login', '/social-extra?name=x'])(
    'a login never redirects to its own step %s',
    (step) => {
      setLocation('/reserve/form');
      saveReturnPath();
      setLocation(step);
      saveReturnPath();
      expect(consumeReturnPath()).toBe('/reserve/form');
      // Simulates a return path that an earlier page load stored.
      stored.set('returnTo', step);
      expect(consumeReturnPath()).toBe('/');
    },
  );

  it.each(['//elsewhere.example', 'https://elsewhere.example', ''])(
    'a login does not redirect to %o',
    (path) => {
      stored.set('returnTo', path);
      expect(consumeReturnPath()).toBe('/');
    },
  );
});
