import type { PGlite } from '@electric-sql/pglite';
import { SHOWN_CHANGE } from './database-watch.ts';
import type { DatabaseWatch } from './database-watch.ts';

/** The embedded database has one process, which hears itself and leads. */
export const watchEmbedded = (client: PGlite, onChange: () => void): DatabaseWatch => {
  let isHearing = false;
  const listening = client.listen(SHOWN_CHANGE, onChange).then((unlisten) => {
    isHearing = true;
    return unlisten;
  });
  return {
    isHearing: () => isHearing,
    lead: () => Promise.resolve(true),
    close: async () => {
      isHearing = false;
      await (
        await listening
      )();
    },
  };
};
