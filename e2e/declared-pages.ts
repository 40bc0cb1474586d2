import { readdirSync } from 'node:fs';
import path from 'node:path';
import type { Page } from '#platform/contract/page.ts';

const src = path.join(import.meta.dirname, '../src');
const files = readdirSync(src, { recursive: true, encoding: 'utf8' }).filter((file) =>
  file.endsWith(path.join('contract', 'pages.ts')),
);
type PagesModule = Readonly<Record<string, Readonly<Record<string, Page>>>>;
const modules = await Promise.all(files.map((file) => import(path.join(src, file)) as Promise<PagesModule>));

/** The pages of all features. The server's list cannot be imported here: it loads files that only Vite can. */
export const declaredPages: readonly Page[] = modules
  .flatMap((module) => Object.values(module))
  .flatMap((pages) => Object.values(pages));
