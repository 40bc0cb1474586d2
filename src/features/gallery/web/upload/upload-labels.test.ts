import { expect, test } from 'vitest';
import {
  announceUploads,
  formatLeaveWarning,
  formatSize,
  formatTotal,
  formatDuration,
} from './upload-labels.ts';
import { addUpload, noUploads } from './upload-totals.ts';
import { createUpload, type UploadState } from './upload.ts';

const jpeg = new File(['a'], 'a.jpg', { type: 'image/jpeg' });
const totalsOf = (states: readonly UploadState[]) =>
  states.reduce((totals, state, id) => addUpload(totals, { ...createUpload(id, jpeg), state }), noUploads);
const queueOf = (states: readonly UploadState[], pausedUntil: number | null = null) => ({
  totals: totalsOf(states),
  pausedUntil,
});

test.each([
  [[], ''],
  [['chosen', 'chosen', 'refused'], '사진 2장을 선택했습니다. 1장은 업로드할 수 없습니다.'],
  [['refused'], '1장은 업로드할 수 없습니다.'],
  [['uploading', 'waiting', 'chosen'], '사진 2장을 업로드하고 있습니다. 사진 1장을 선택했습니다.'],
  [['uploading', 'done', 'failed'], '사진 3장을 업로드하고 있습니다. 1장은 업로드하지 못했습니다.'],
  [['done', 'done', 'duplicate'], '2장을 모두 업로드했습니다.'],
  [['done', 'failed'], '2장 중 1장을 업로드했습니다. 1장은 업로드하지 못했습니다.'],
] as const)('announces uploads in the states %j', (states, expected) => {
  expect(announceUploads(queueOf(states))).toBe(expected);
});

test('a pause is announced only when no upload is in flight', () => {
  expect(announceUploads(queueOf(['waiting', 'uploading'], 1))).toBe('사진 2장을 업로드하고 있습니다.');
  expect(announceUploads(queueOf(['waiting', 'done'], 1))).toBe(
    '업로드를 중단했습니다. 잠시 후 자동으로 이어서 업로드합니다.',
  );
});

test.each([
  [[], ''],
  [['done', 'duplicate', 'refused'], ''],
  [['waiting', 'done'], '사진을 업로드하고 있습니다. 지금 나가시면'],
  [['chosen', 'failed', 'done'], '아직 업로드하지 않은 사진이 2장 있습니다.'],
] as const)('the leave warning for uploads in the states %j', (states, expected) => {
  const question = formatLeaveWarning(queueOf(states));
  expect(question.startsWith(expected)).toBe(true);
  expect(question.endsWith('나갈까요?')).toBe(expected !== '');
});

test('totals, sizes and durations are formatted in Korean', () => {
  expect(formatTotal(totalsOf(['done', 'waiting', 'failed', 'refused']))).toBe('3장 중 1장 완료');
  expect(formatTotal(totalsOf(['done', 'failed', 'done']))).toBe('2장 완료 · 1장 실패');
  expect(formatTotal(totalsOf(['done', 'done', 'chosen']))).toBe('2장 완료');
  expect([900, 300_000, 24 * 1024 * 1024].map(formatSize)).toEqual(['1KB', '293KB', '24.0MB']);
  expect([0, 45, 60, 125].map(formatDuration)).toEqual(['0초', '45초', '1분', '2분 5초']);
});
