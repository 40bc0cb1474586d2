import { lazyImport } from '#web/shell/navigation/lazy-import.ts';
import type { Api } from './api.ts';

const loadApi = async (): Promise<Api> => (await lazyImport(() => import('./browser-api.ts'))).browserApi;

/** The API for loaders of public pages. The first page has its data inlined, so the code is loaded on the first call. */
export const lazyApi: Api = {
  call: async (...asked) => (await loadApi()).call(...asked),
  callPage: async (...asked) => (await loadApi()).callPage(...asked),
};
