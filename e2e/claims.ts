import { expect } from '@playwright/test';
import type { Page, TestInfo } from '@playwright/test';
import { isPathOf } from '#test/spec/coverage.ts';
import { sections } from '#test/spec/sections.ts';

/**
 * Holds a test to the lines of the specification that it names: it comes to their pages, makes their calls and, where a
 * journey goes by the keyboard alone, moves no pointer at the desk. Answers how to ask at the end.
 */
export const watchClaims = async (page: Page, { tags, project }: TestInfo): Promise<() => void> => {
  const lines = sections.flatMap((section) => section.lines).filter(({ id }) => tags.includes(id));
  const context = page.context();
  const origin = process.env['E2E_URL'];
  const visited: string[] = [];
  const called: string[] = [];
  const pressed: string[] = [];

  const watchPage = (opened: Page): void => {
    const note = (address: string): void => {
      const { origin: place, pathname } = new URL(address);
      if (place === origin) visited.push(pathname);
    };
    opened.on('framenavigated', (frame) => note(frame.url()));
    // The first address of a new tab was there before anyone listened.
    opened.on('domcontentloaded', () => note(opened.url()));
  };
  watchPage(page);
  context.on('page', watchPage);
  context.on('request', (request) => called.push(`${request.method()} ${new URL(request.url()).pathname}`));
  if (project.name === 'desk' && lines.some(({ id }) => id.startsWith('@keys-'))) {
    await context.exposeFunction('notePointer', (address: string) => void pressed.push(address));
    await context.addInitScript(() => {
      const page = globalThis as unknown as { notePointer(address: string): void };
      addEventListener('pointerdown', () => page.notePointer(location.href), true);
    });
  }

  return () => {
    expect(pressed, 'pages on which a journey by the keyboard alone used a pointer').toEqual([]);
    for (const { id, page: path, call } of lines) {
      if (path !== undefined)
        expect(
          visited.some((address) => isPathOf(path, address)),
          `${id}: comes to ${path}`,
        ).toBe(true);
      if (call === undefined) continue;
      const [method, pattern = ''] = call.split(' ');
      const isMade = called.some((one) => {
        const [made, address = ''] = one.split(' ');
        return made === method && isPathOf(pattern, address);
      });
      expect(isMade, `${id}: asks ${call}`).toBe(true);
    }
  };
};
