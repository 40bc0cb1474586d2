import { useRef } from 'react';
import { drawKey } from './booking-draft.ts';

/** The idempotency key of what is sent: the same until the content changes, so that a second try writes once. */
export const useRequestKey = (): ((body: object) => string) => {
  const sent = useRef({ content: '', key: '' });
  return (body) => {
    const content = JSON.stringify(body);
    if (sent.current.content !== content) sent.current = { content, key: drawKey() };
    return sent.current.key;
  };
};
