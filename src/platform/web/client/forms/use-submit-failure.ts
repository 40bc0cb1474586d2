import { useState } from 'react';
import type { FieldErrors } from 'react-hook-form';

/**
 * The failure of a form's last request that belongs to no field; null when there is none. An error of a field that appears
 * after the failure removes it, so that an outdated error of the server is not shown beside a new one.
 */
export const useSubmitFailure = (errors: FieldErrors) => {
  const [failure, setFailure] = useState<string | null>(null);
  const hasErrors = Object.keys(errors).length > 0;
  const [hadErrors, setHadErrors] = useState(hasErrors);
  if (hasErrors !== hadErrors) {
    setHadErrors(hasErrors);
    if (hasErrors) setFailure(null);
  }
  return [failure, setFailure] as const;
};
