import type { DataTag } from '../../../contract/endpoint.ts';

type Reload = (tags: readonly DataTag[]) => Promise<void>;

let reload: Reload = () => Promise.resolve();
let reloading: Promise<void> = Promise.resolve();

/** Registers the query cache, so that pages without queries do not load its code. */
export const onDataChange = (listener: Reload): void => {
  reload = listener;
};

/** Reads again what the screen shows of this data; the rest is read when it is next shown. Resolves once it is read, or has failed. */
export const reloadData = (tags: readonly DataTag[] = []): Promise<void> => {
  if (tags.length > 0) reloading = reload(tags);
  return reloading;
};

/** Resolves once the screen shows what the last successful call changed. */
export const dataReloaded = (): Promise<void> => reloading;
