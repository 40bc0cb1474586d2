import { join } from 'node:path';
import { buildDbTemplate } from '#platform/server/db/pglite/build-db-template.ts';
import { isTemplateCurrent } from '#platform/server/db/pglite/init-database-dir.ts';
import { findUp } from '#platform/server/files/find-up.ts';

/** The migrated database of the build if it is current; otherwise one that is created below `folder`, which takes seconds. */
export const findEmbeddedTemplate = async (folder: string): Promise<string> => {
  const built = findUp('dist/db-template');
  if (await isTemplateCurrent(built)) return built;
  const template = join(folder, 'template');
  await buildDbTemplate(template);
  return template;
};
