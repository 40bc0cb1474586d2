/** Runs an access to the browser's storage. Returns undefined when it throws, because the storage is blocked or full: nothing is stored then. */
export const tryStorage = <Result>(access: () => Result): Result | undefined => {
  try {
    return access();
  } catch {
    return undefined;
  }
};
