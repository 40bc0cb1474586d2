import type { PGlite } from '@electric-sql/pglite';
import { CONTENT_CHANGED_CHANNEL, type ChangeListener } from '#server/db/change-listener.ts';

/** Change listener of the embedded database. It has a single process, which is always the leader. */
export const createPgliteChangeListener = (client: PGlite, onChange: () => void): ChangeListener => {
  let isListening = false;
  const subscription = client.listen(CONTENT_CHANGED_CHANNEL, onChange).then((unlisten) => {
    isListening = true;
    return unlisten;
  });
  return {
    isConnected: () => isListening,
    tryBecomeLeader: () => Promise.resolve(true),
    close: async () => {
      isListening = false;
      await (
        await subscription
      )();
    },
  };
};
