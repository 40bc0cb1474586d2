import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { isDoubtful, type Upload, type UploadState } from './upload.ts';

/** Sums over the uploads. A change of one upload updates them without reading the others. */
export interface UploadTotals {
  /** By state; `invalid` are files that were refused when they were chosen. The `doubtful` ones are among the `chosen`. */
  readonly counts: Readonly<Partial<Record<UploadState | 'invalid' | 'doubtful', number>>>;
  /** Uploads that wait or run, by category. */
  readonly active: Readonly<Partial<Record<PhotoCategory, number>>>;
  /** Bytes of the uploads that wait, run or are done. */
  readonly size: number;
  /** Progress of these uploads in bytes. */
  readonly sent: number;
}

export const noUploads: UploadTotals = { counts: {}, active: {}, size: 0, sent: 0 };

// Transferring a file counts as this share of its progress; the server's processing is the rest.
const SENDING_SHARE = 0.5;

/** Adds an upload to the totals, or removes it with a `sign` of -1. */
export const addUpload = (totals: UploadTotals, upload: Upload, sign: 1 | -1 = 1): UploadTotals => {
  const { category, state } = upload;
  const kind = state === 'refused' && category === null ? 'invalid' : state;
  const counts = { ...totals.counts, [kind]: (totals.counts[kind] ?? 0) + sign };
  if (isDoubtful(upload)) counts.doubtful = (counts.doubtful ?? 0) + sign;
  const isActive = state === 'waiting' || state === 'uploading' || state === 'saving';
  if (!isActive && state !== 'done') return { ...totals, counts };
  return {
    counts,
    active:
      isActive && category !== null
        ? { ...totals.active, [category]: (totals.active[category] ?? 0) + sign }
        : totals.active,
    size: totals.size + sign * upload.size,
    sent: totals.sent + sign * (isActive ? upload.sent * SENDING_SHARE : upload.size),
  };
};

export const isInFlight = ({ counts: { uploading = 0, saving = 0 } }: UploadTotals): boolean =>
  uploading + saving > 0;

export const isRunning = (totals: UploadTotals): boolean =>
  isInFlight(totals) || (totals.counts.waiting ?? 0) > 0;

/** Totals of the started uploads without duplicates. `share` is their progress from 0 to 1, by bytes, without failed uploads. */
export const summarizeUploads = ({ counts, size, sent }: UploadTotals) => {
  const { waiting = 0, uploading = 0, saving = 0, done = 0, failed = 0, refused = 0 } = counts;
  return {
    count: waiting + uploading + saving + done + failed + refused,
    done,
    failed: failed + refused,
    share: size === 0 ? 0 : sent / size,
  };
};
