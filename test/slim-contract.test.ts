import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface SlimContract {
  splitContract(code: string, id: string): { words: string; rest: string };
}

// It belongs to the build, which is no room.
const { splitContract } = (await import(
  join(import.meta.dirname, '../vite.contract.config.ts')
)) as SlimContract;

const CODE = `
import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';
import { rowId } from './fields.ts';
export const labels = { ONE: '하나' };
const pattern = new RegExp('x');
export const isShort = (text) => pattern.test(text);
export const rule = z.string().check(z.refine(isShort, labels.ONE));
export const ruled = [rule];
export const calls = {
  read: endpoint({ method: 'GET', path: '/api/thing/{id}', access: 'public', summary: '보기', params: z.object({ id: rowId }), response: rule }),
};
`;

const { words, rest } = splitContract(CODE, '/contract/thing.ts');

describe('the contract in the browser', () => {
  it('has of a call only what calling takes, free of any schema', () => {
    expect(words).toContain("{ method: 'GET', path: '/api/thing/{id}', access: 'public' }");
    expect(words).not.toMatch(/z\.|summary|rowId|import/);
    expect(words).toContain('export { labels, pattern, isShort, calls };');
  });

  it('keeps the schemas apart, exports everything as before and may lose what nobody uses', () => {
    expect(rest).toContain('export { labels, isShort, calls } from "/contract/thing.ts?words";');
    expect(rest).toContain('export { rule, ruled };');
    expect(rest).toContain(
      'rule = /* @__PURE__ */ (() => (z.string().check(z.refine(isShort, labels.ONE))))()',
    );
  });
});
