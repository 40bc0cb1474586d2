import {
  createLimitMessages,
  hasMatchingExtension,
  photoMessages,
  uploadTypes,
  type UploadLimits,
  type UploadType,
} from '../contract/photo-uploads.ts';

export type FileInfo = Pick<File, 'name' | 'size' | 'type'>;

/** The browser's type, or the type by file name when it has none (some systems know no type for AVIF); null for a type not accepted. */
const typeOf = ({ name, type }: FileInfo): UploadType | null => {
  if (type !== '') return uploadTypes.find((known) => known === type) ?? null;
  return uploadTypes.find((known) => hasMatchingExtension(name, known)) ?? null;
};

const validate = (file: FileInfo, type: UploadType | null, limits: UploadLimits): string => {
  if (type === null) return photoMessages.type;
  if (!hasMatchingExtension(file.name, type)) return photoMessages.extension;
  if (file.size === 0) return photoMessages.unreadable;
  return file.size > limits.bytes ? createLimitMessages(limits).tooLarge : '';
};

/** Checks a file before anything is sent. `message` says why it cannot be uploaded; empty when no reason is known yet. */
export const checkFile = (file: FileInfo, limits: UploadLimits) => {
  const type = typeOf(file);
  return { type, message: validate(file, type, limits) };
};
