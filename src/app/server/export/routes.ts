import { profileEndpoints } from '#features/members/contract/profile.ts';
import { seoulDate } from '#platform/contract/seoul-time.ts';
import { defineRoute, type Route } from '#platform/server/http/define-route.ts';
import { exportData, sendExportCode } from './export-data.ts';

export const exportRoutes: readonly Route[] = [
  defineRoute(profileEndpoints.sendExportCode, ({ member }, deps) => sendExportCode(deps, member.id)),

  defineRoute(profileEndpoints.exportData, async ({ member, body, now, setHeader }, deps) => {
    const archive = await exportData(deps, member.id, body.code);
    const date = seoulDate(now).replaceAll('-', '');
    const name = encodeURIComponent(`sajingwan-내정보-${date}.zip`);
    // RFC 6266: `filename*` can contain characters that `filename` cannot.
    setHeader(
      'content-disposition',
      `attachment; filename="sajingwan-${date}.zip"; filename*=UTF-8''${name}`,
    );
    return archive;
  }),
];
