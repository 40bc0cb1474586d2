import type { DataTag } from '../../../contract/endpoint.ts';

type Reload = (tags: readonly DataTag[]) => Promise<void>;

let reload: Reload = () => Promise.resolve();
let reloading: Promise<void> = Promise.resolve();

/** Registers the listener of changes. The query cache registers itself, so that pages without queries do not load its code. */
export const onDataChange = (listener: Reload): void => {
  reload = listener;
};

/**
 * Reloads the data of these kinds that the screen shows. Cached data of other screens is reloaded when it is next shown. Resolves once the
 * last reload has ended, also by a failure, or earlier while the browser is offline.
 */
export const reloadData = (tags: readonly DataTag[] = []): Promise<void> => {
  if (tags.length > 0) reloading = reload(tags);
  return reloading;
};

/** Resolves as `reloadData` does. */
export const dataReloaded = (): Promise<void> => reloading;
