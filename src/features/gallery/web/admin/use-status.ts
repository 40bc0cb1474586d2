import { useState } from 'react';

/** The status and error message of a page. Cleared when `scope`, such as the shown category, changes. */
export const useStatus = (scope: string) => {
  const [lastScope, setLastScope] = useState(scope);
  const [statusText, setStatusText] = useState('');
  const [errorText, setErrorText] = useState('');
  const clear = (): void => {
    setStatusText('');
    setErrorText('');
  };
  if (lastScope !== scope) {
    setLastScope(scope);
    clear();
  }
  return { statusText, errorText, setStatusText, setErrorText, clear };
};

export type Status = ReturnType<typeof useStatus>;
