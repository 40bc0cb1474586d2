import { useState } from 'react';
import type { CallInput, Endpoint, ResponseOf } from '#contract/endpoint.ts';
import type { CallOptions } from './api.ts';
import { browserApi } from './browser-api.ts';

/** A mutation of an endpoint: `mutateAsync({ body })`. In its own module, so that forms do not load the query cache. */
export const useApiMutation = <E extends Endpoint>(endpoint: E, options: CallOptions = {}) => {
  const [inFlight, setInFlight] = useState(0);
  return {
    isPending: inFlight > 0,
    mutateAsync: async (input: CallInput<E>): Promise<ResponseOf<E>> => {
      setInFlight((count) => count + 1);
      try {
        return await browserApi.call(endpoint, input, options);
      } finally {
        setInFlight((count) => count - 1);
      }
    },
  };
};
