/** The first version of a legal document, as text. `present-document.ts` parses its Markdown. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
