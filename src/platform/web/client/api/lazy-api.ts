import { lazyImport } from '../navigation/lazy-import.ts';
import type { Api } from './api.ts';

const loadApi = async (): Promise<Api> => (await lazyImport(() => import('./browser-api.ts'))).browserApi;

/** The API, mostly for code of the entry. It is imported on the first call, because the first page's data is embedded in the HTML. */
export const lazyApi: Api = {
  call: async (...args) => (await loadApi()).call(...args),
  callPage: async (...args) => (await loadApi()).callPage(...args),
};
