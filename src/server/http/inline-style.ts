import { raw } from 'hono/html';
import { styledPolicy } from './content-policy.ts';

/** The only style of a document of the server's own: its tag, to the letter, as the policy's hash is of what the browser reads. */
export const inlineStyle = (style: string) => ({
  tag: raw(`<style>${style}</style>`),
  policy: styledPolicy(style),
});
