import {
  photoUploadLimits,
  uploadExtensions,
  uploadTypes,
  type UploadType,
} from '#core/files/contract/photo-uploads.ts';
import type { PhotoCategory } from '#core/files/contract/photos.ts';
import { checkFile } from '#core/files/web/check-file.ts';

/**
 * `chosen`: not started yet. `waiting`: started, not in flight. `refused`: invalid file or rejected by the server for good.
 * `duplicate`: the category already contains this photo.
 */
export type UploadState =
  | 'chosen'
  | 'refused'
  | 'waiting'
  | 'uploading'
  | 'saving'
  | 'done'
  | 'duplicate'
  | 'failed';

export interface Upload {
  /** Increases in the order in which the files were chosen. */
  readonly id: number;
  readonly file: File;
  readonly name: string;
  /** Size in bytes. */
  readonly size: number;
  readonly type: UploadType | null;
  /** Null until the upload is started. */
  readonly category: PhotoCategory | null;
  readonly isHidden: boolean;
  readonly state: UploadState;
  /** Bytes transferred. */
  readonly sent: number;
  readonly message: string;
  /** Name of the file transferred to the server but not saved as a photo yet. */
  readonly savedFileName: string | null;
}

export const createUpload = (id: number, file: File): Upload => {
  const { type, message } = checkFile(file, photoUploadLimits);
  return {
    id,
    file,
    name: file.name,
    size: file.size,
    type,
    category: null,
    isHidden: false,
    state: message === '' ? 'chosen' : 'refused',
    sent: 0,
    message,
    savedFileName: null,
  };
};

/** True before the start of an upload about which the studio should know something: `message` says what. */
export const isDoubtful = ({ state, message }: Upload): boolean => state === 'chosen' && message !== '';

/** True when the upload needs no further action. */
export const isCompleted = ({ state }: Upload): boolean =>
  state === 'done' || state === 'duplicate' || state === 'refused';

/** The `accept` attribute of the file picker. */
export const acceptedFiles = [
  ...uploadTypes,
  ...Object.values(uploadExtensions)
    .flat()
    .map((extension) => `.${extension}`),
].join(',');
