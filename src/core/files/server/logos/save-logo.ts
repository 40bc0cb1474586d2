import type { Deps } from '#platform/server/deps.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { logoEndpoints, logoUploadLimits } from '../../contract/logos.ts';
import { closeUpload, renderUpload } from '../private/picture-uploads.ts';
import { renderLogoFile } from '../renditions/render-in-subprocess.ts';
import { logoFiles } from '../tables.ts';
import { clearStaging } from '../upload/upload-attempt.ts';

/**
 * Renders an uploaded logo and stores its files, which are named by their content. They are tiny and are kept, because any version of
 * the settings may be published again. Throws INVALID_INPUT, TOO_MANY_REQUESTS, UNAVAILABLE.
 */
const saveLogo = async (deps: Deps, memberId: string, stagingKey: string): Promise<string> => {
  const own = { memberId, stagingKey };
  const { name, files } = await renderUpload(deps, own, logoUploadLimits, renderLogoFile);
  await deps.db.transaction(async (tx) => {
    await closeUpload(tx, own);
    const rows = files.map((file) => ({ key: `${name}-${file.name}`, bytes: file.bytes }));
    await tx.insert(logoFiles).values(rows).onConflictDoNothing();
  });
  await clearStaging(deps, own);
  return name;
};

export const logoRoutes: readonly Route[] = [
  defineRoute(logoEndpoints.saveLogo, async ({ body, member }, deps) => ({
    logo: await saveLogo(deps, member.id, body.savedFileName),
  })),
];
