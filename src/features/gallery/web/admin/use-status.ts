import { useState } from 'react';

const nothing = { statusText: '', errorText: '' };

/** The status and error message of a page. Cleared when `scope`, such as the shown category, changes. */
export const useStatus = (scope: string) => {
  const [{ shownScope, ...texts }, setShown] = useState({ shownScope: scope, ...nothing });
  const clear = (): void => setShown({ shownScope: scope, ...nothing });
  if (shownScope !== scope) clear();
  return {
    ...texts,
    showStatus: (statusText: string): void => setShown((shown) => ({ ...shown, statusText })),
    showError: (errorText: string): void => setShown((shown) => ({ ...shown, errorText })),
    clear,
  };
};

export type Status = ReturnType<typeof useStatus>;
