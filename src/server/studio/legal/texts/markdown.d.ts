/** The first version of a legal document, as text. `parse-legal-text.ts` reads its marks. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
