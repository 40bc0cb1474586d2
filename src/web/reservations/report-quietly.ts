/** For failures that the visitor need not know of: the page stays usable and the server decides. */
export const reportQuietly = (what: string, error: unknown): void => {
  // oxlint-disable-next-line no-console -- the specification asks for a log and nothing else
  console.warn(what, error instanceof Error ? error.message : error);
};
