/** What `ErrorPage` takes for code that did not come. */
export const LAZY_IMPORT_FAILED = 'CodeMissing';

/** Loads the code of a page; throws what the router shows as a page that could not be loaded. */
export const lazyImport = async <Code>(load: () => Promise<Code>): Promise<Code> => {
  try {
    return await load();
  } catch {
    throw new Response(null, { status: 503, statusText: LAZY_IMPORT_FAILED });
  }
};
