import type { CallInput, Endpoint } from '../../../contract/endpoint.ts';
import { callFile } from './browser-api.ts';

/** Downloads a file with the session's token and saves it as `fileName`. Throws `ApiError`. */
export const downloadFile = async <E extends Endpoint>(
  endpoint: E,
  input: CallInput<E>,
  fileName: string,
): Promise<void> => {
  const url = URL.createObjectURL(await callFile(endpoint, input));
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
  // Safari reads the URL after the click event has ended.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
};
