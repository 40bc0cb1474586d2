import type { PGlite } from '@electric-sql/pglite';
import { CONTENT_CHANGED_CHANNEL } from '#server/db/change-listener.ts';
import type { ChangeListener } from '#server/db/change-listener.ts';

/** The embedded database has one process, which receives its own notifications and is always the leader. */
export const createPgliteChangeListener = (client: PGlite, onChange: () => void): ChangeListener => {
  let isHearing = false;
  const listening = client.listen(CONTENT_CHANGED_CHANNEL, onChange).then((unlisten) => {
    isHearing = true;
    return unlisten;
  });
  return {
    isConnected: () => isHearing,
    tryBecomeLeader: () => Promise.resolve(true),
    close: async () => {
      isHearing = false;
      await (
        await listening
      )();
    },
  };
};
