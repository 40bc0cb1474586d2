/** Runs an access to the browser's storage. Returns undefined when it throws, for example because the storage is blocked or full. */
export const tryStorage = <Result>(access: () => Result): Result | undefined => {
  try {
    return access();
  } catch {
    return undefined;
  }
};
