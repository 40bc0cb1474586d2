import * as z from 'zod/mini';
import { get } from '#platform/contract/endpoint.ts';
import { category } from './categories.ts';

/** In a module of its own, so that the home page does not load it. */
export const categoryEndpoints = {
  allCategories: get('/api/category', {
    summary: '숨긴 것을 포함한 모든 카테고리의 이름, 표시 순서대로',
    reads: ['settings'],
    access: 'member',
    response: z.array(z.extend(category, { isHidden: z.boolean() })),
  }),
} as const;
