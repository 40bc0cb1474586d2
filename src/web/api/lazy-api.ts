import { lazyImport } from '#web/shell/navigation/lazy-import.ts';
import type { Api } from './api.ts';

const loadApi = async (): Promise<Api> => (await lazyImport(() => import('./browser-api.ts'))).browserApi;

/** The API for the loaders of public pages: the first page came with what it shows, so the code comes when it is asked. */
export const lazyApi: Api = {
  call: async (...asked) => (await loadApi()).call(...asked),
  callPage: async (...asked) => (await loadApi()).callPage(...asked),
};
