import { useState } from 'react';
import { pictureUploadLimits, privateFileEndpoints } from '#contract/members/private-files.ts';
import { MAX_PICTURES } from '#contract/reservations.ts';
import { ApiError, firstMessageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { checkFile } from '#web/photos/upload/check-file.ts';
import { uploadFile } from '#web/photos/upload/upload-file.ts';
import { logError } from '#web/shell/log-error.ts';

const { createPictureUpload, deletePicture, savePicture } = privateFileEndpoints;
const TOO_MANY = `참고 사진은 ${MAX_PICTURES}장까지 올릴 수 있습니다.`;

const upload = async (file: File): Promise<string> => {
  const { type, message } = checkFile(file, pictureUploadLimits);
  if (type === null || message !== '') throw new ApiError(400, { message });
  const body = { fileName: file.name, contentType: type, contentLength: file.size };
  const target = await browserApi.call(createPictureUpload, { body });
  await uploadFile(file, target, () => undefined, new AbortController().signal);
  const { id } = await browserApi.call(savePicture, { body: { savedFileName: target.savedFileName } });
  return id;
};

/** Uploads and removes the pictures of a booking that is being filled in. `onChange` gets their ids. */
export const usePictures = (ids: readonly string[], onChange: (ids: readonly string[]) => void) => {
  const [waiting, setWaiting] = useState(0);
  const [failure, setFailure] = useState<string | null>(null);

  const add = async (files: readonly File[]): Promise<void> => {
    setFailure(files.length > MAX_PICTURES - ids.length ? TOO_MANY : null);
    const chosen = files.slice(0, MAX_PICTURES - ids.length);
    setWaiting(chosen.length);
    let added = ids;
    for (const file of chosen) {
      try {
        added = [...added, await upload(file)];
        onChange(added);
      } catch (error) {
        setFailure(firstMessageOf(error, savePicture.failed));
      }
      setWaiting((count) => count - 1);
    }
  };

  const remove = (id: string): void => {
    onChange(ids.filter((other) => other !== id));
    // The server deletes unused pictures in any case.
    browserApi
      .call(deletePicture, { params: { id } })
      .catch((error: unknown) => logError('reference picture', error));
  };

  return { add, remove, waiting, failure, hasRoom: ids.length + waiting < MAX_PICTURES };
};
