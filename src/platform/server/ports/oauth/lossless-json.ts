const STRING_OR_NUMBER = /("(?:[^"\\]|\\.)*")|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** Parses JSON with every number as its exact text: JavaScript numbers beyond 2^53 can lose digits. */
export const parseLosslessJson = (text: string): unknown => {
  // Validates first: the replacement must not turn invalid input into JSON, and is fast only on valid JSON.
  JSON.parse(text);
  return JSON.parse(
    text.replaceAll(STRING_OR_NUMBER, (match, string: string | undefined) => string ?? `"${match}"`),
  );
};
