import * as z from 'zod/mini';
import { endpoint } from './endpoint.ts';

const sampleContent = z.strictObject({
  /** Number of published sample photos. A photo in two categories counts twice. */
  photos: z.number(),
  questions: z.number(),
});
export type SampleContent = z.output<typeof sampleContent>;

export const sampleEndpoints = {
  sampleContent: endpoint({
    method: 'GET',
    path: '/api/admin/sample',
    summary: '보기 자료: 남아 있는 사진과 문의의 수',
    reads: ['photos', 'questions'],
    access: 'admin',
    response: sampleContent,
  }),
  removeSampleContent: endpoint({
    method: 'DELETE',
    path: '/api/admin/sample',
    summary: '보기 자료를 모두 삭제. 다시 생기지 않습니다.',
    changes: ['photos', 'questions'],
    access: 'admin',
  }),
};
