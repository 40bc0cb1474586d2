import { readFileSync } from 'node:fs';
import { findUp } from '#platform/server/files/find-up.ts';

export const programVersion = (
  JSON.parse(readFileSync(findUp('package.json'), 'utf8')) as { readonly version: string }
).version;
