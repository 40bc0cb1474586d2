import { useRef, useState } from 'react';
import { photoEndpoints } from '#contract/photos.ts';
import type { PhotoCategory } from '#contract/photos.ts';
import { messageOf } from '#web/api/api.ts';
import { browserApi } from '#web/api/browser-api.ts';
import { refreshPhotos } from './upload-steps.ts';

const FAILED = '순서를 저장하지 못했습니다. 다시 시도해 주세요.';

type OrderState = 'settled' | 'saving' | 'saved' | 'failed';

/** A new order shows at once and is taken back when the server refuses, which `onFailure` hears; of several in a row the last is sent. */
export const usePhotoOrder = (category: PhotoCategory, onFailure: (message: string) => void) => {
  const [ids, setIds] = useState<readonly number[] | null>(null);
  const [state, setState] = useState<OrderState>('settled');
  const wanted = useRef<readonly number[] | null>(null);
  const isSending = useRef(false);

  const sendWanted = async (): Promise<void> => {
    while (wanted.current !== null) {
      const next = wanted.current;
      wanted.current = null;
      await browserApi.call(photoEndpoints.orderPhotos, { body: { category, ids: [...next] } });
      if (wanted.current === null) await refreshPhotos();
    }
  };

  const hang = async (next: readonly number[]): Promise<void> => {
    setIds(next);
    wanted.current = next;
    if (isSending.current) return;
    isSending.current = true;
    onFailure('');
    setState('saving');
    try {
      await sendWanted();
      setState('saved');
    } catch (error) {
      wanted.current = null;
      await refreshPhotos();
      onFailure(messageOf(error, FAILED));
      setState('failed');
    }
    isSending.current = false;
    setIds(null);
  };

  return { ids, state, hang };
};
