/** Logs an error that does not break the page. */
export const logError = (what: string, error: unknown): void => {
  // oxlint-disable-next-line no-console -- the specification asks for a log and nothing else
  console.warn(what, error instanceof Error ? error.message : error);
};
