/** Status text by which `ErrorPage` recognizes code that failed to load. */
export const LAZY_IMPORT_FAILED = 'LazyImportFailed';

/** Loads code on demand. On failure throws an error that `ErrorPage` recognizes. */
export const lazyImport = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  try {
    return await load();
  } catch {
    throw new Response(null, { status: 503, statusText: LAZY_IMPORT_FAILED });
  }
};
