/** Logs an error after which the page still works. */
export const logError = (what: string, error: unknown): void => {
  // oxlint-disable-next-line no-console -- the specification asks for a log and nothing else
  console.warn(what, error instanceof Error ? error.message : error);
};
