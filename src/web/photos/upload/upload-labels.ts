import {
  isInFlight,
  isRunning,
  summarizeUploads,
  type Upload,
  type UploadQueue,
  type UploadState,
} from './upload-queue.ts';

const stateLabels: Readonly<Record<UploadState, string>> = {
  chosen: '업로드 전',
  refused: '업로드 불가',
  waiting: '대기 중',
  uploading: '업로드 중',
  saving: '처리 중',
  done: '완료',
  duplicate: '이미 등록됨',
  failed: '실패',
};

export const describeState = ({ state, sent, size }: Upload): string =>
  state === 'uploading' ? `${stateLabels[state]} ${Math.floor((sent / size) * 100)}%` : stateLabels[state];

const BYTES_PER_MB = 1024 * 1024;

export const formatSize = (bytes: number): string =>
  bytes < BYTES_PER_MB ? `${Math.ceil(bytes / 1024)}KB` : `${(bytes / BYTES_PER_MB).toFixed(1)}MB`;

export const formatTotal = (queue: UploadQueue): string => {
  const { count, done, failed } = summarizeUploads(queue);
  if (isRunning(queue)) return `${count}장 중 ${done}장 완료`;
  return [`${done}장 완료`, failed > 0 && `${failed}장 실패`].filter(Boolean).join(' · ');
};

const formatOutcome = (count: number, done: number, failed: number): string => {
  if (count === 0) return '';
  if (failed === 0) return `${done}장을 모두 업로드했습니다.`;
  return `${count}장 중 ${done}장을 업로드했습니다. ${failed}장은 업로드하지 못했습니다.`;
};

const countOf = ({ uploads }: UploadQueue, wanted: UploadState): number =>
  uploads.filter(({ state, category }) => state === wanted && category === null).length;

/** Describes files that were chosen but not started. */
const formatChosen = (queue: UploadQueue): string => {
  const [chosen, refused] = [countOf(queue, 'chosen'), countOf(queue, 'refused')];
  return [
    chosen > 0 && `사진 ${chosen}장을 선택했습니다.`,
    refused > 0 && `${refused}장은 업로드할 수 없습니다.`,
  ]
    .filter(Boolean)
    .join(' ');
};

/** The live region's text. It changes only when a batch's state changes, not with every progress event. */
export const announceUploads = (queue: UploadQueue): string => {
  const { count, done, failed } = summarizeUploads(queue);
  if (!isRunning(queue)) {
    return [formatOutcome(count, done, failed), formatChosen(queue)].filter(Boolean).join(' ');
  }
  if (queue.pausedUntil !== null && !queue.uploads.some(isInFlight)) {
    return '지금은 요청이 많습니다. 잠시 후 자동으로 이어서 업로드합니다.';
  }
  const failures = failed > 0 && `${failed}장은 업로드하지 못했습니다.`;
  return [`사진 ${count}장을 업로드하고 있습니다.`, failures, formatChosen(queue)].filter(Boolean).join(' ');
};

const LEAVE_QUESTION = '\n이 화면에서 나갈까요?';

/** The confirmation shown before leaving the page; empty when nothing would be lost. */
export const formatLeaveWarning = (queue: UploadQueue): string => {
  if (isRunning(queue)) {
    return `사진을 업로드하고 있습니다. 지금 나가시면 남은 사진은 업로드되지 않습니다.${LEAVE_QUESTION}`;
  }
  const unfinished = queue.uploads.filter(({ state }) => state === 'chosen' || state === 'failed').length;
  if (unfinished === 0) return '';
  return `아직 업로드하지 않은 사진이 ${unfinished}장 있습니다. 지금 나가시면 다시 선택해야 합니다.${LEAVE_QUESTION}`;
};

/** Formats seconds, for example 45초 or 2분 5초. */
export const formatDuration = (seconds: number): string => {
  const [minutes, rest] = [Math.floor(seconds / 60), seconds % 60];
  return [minutes > 0 && `${minutes}분`, (rest > 0 || minutes === 0) && `${rest}초`]
    .filter(Boolean)
    .join(' ');
};
