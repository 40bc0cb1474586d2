import type { CallInput, Endpoint } from '#contract/endpoint.ts';
import { callFile } from './browser-api.ts';

/** Fetches a file that needs the session and saves it under this name. Throws `ApiError`. */
export const downloadFile = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  fileName: string,
): Promise<void> => {
  const address = URL.createObjectURL(await callFile(endpoint, input));
  const link = document.createElement('a');
  link.href = address;
  link.download = fileName;
  link.click();
  // Safari reads the blob after the click handler has returned.
  setTimeout(() => URL.revokeObjectURL(address), 60_000);
};
