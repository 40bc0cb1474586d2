/** The first version of a legal document, as text. `present-document.ts` reads its marks. */
declare module '*.md?raw' {
  const text: string;
  export default text;
}
