const STRING_OR_NUMBER = /("(?:[^"\\]|\\.)*")|-?\d+(?:\.\d+)?(?:[eE][+-]?\d+)?/g;

/** JSON in which every number is text, exactly as written: beyond 2^53 a number of JavaScript is another one. */
export const parseLosslessJson = (text: string): unknown => {
  // First as it is: what is no JSON must not become some, and the pattern is quick only on what is.
  JSON.parse(text);
  return JSON.parse(
    text.replaceAll(STRING_OR_NUMBER, (match, string: string | undefined) => string ?? `"${match}"`),
  );
};
