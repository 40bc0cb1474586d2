import * as z from 'zod/mini';
import { get, del } from '#platform/contract/endpoint.ts';

const sampleContent = z.strictObject({
  /** Number of sample photos that are not deleted. A photo in two categories counts twice. */
  photos: z.number(),
  questions: z.number(),
});
export type SampleContent = z.output<typeof sampleContent>;

export const sampleEndpoints = {
  sampleContent: get('/api/admin/sample', {
    summary: '예시 자료: 남아 있는 사진과 문의 수',
    reads: ['photos', 'questions'],
    response: sampleContent,
  }),
  removeSampleContent: del('/api/admin/sample', {
    summary: '예시 자료를 모두 삭제. 다시 생기지 않습니다.',
    changes: ['photos', 'questions'],
  }),
};
