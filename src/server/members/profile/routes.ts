import { eq } from 'drizzle-orm';
import { profileEndpoints } from '#contract/members/profile.ts';
import { seoulDate } from '#contract/seoul-time.ts';
import { members } from '#server/db/schema.ts';
import { defineRoute, type Route } from '#server/http/define-route.ts';
import { exportData, sendExportCode } from '#server/members/export/export-data.ts';
import { maskPhone, findPhone } from '#server/members/queries.ts';
import { changePhone, sendPhoneCode } from './change-phone.ts';

export const profileRoutes: readonly Route[] = [
  defineRoute(profileEndpoints.changeName, async ({ member, body: { name } }, deps) => {
    await deps.db.update(members).set({ name }).where(eq(members.id, member.id));
    deps.log.info({ event: 'name_changed', memberId: member.id });
    return { name };
  }),

  defineRoute(profileEndpoints.phone, async ({ member }, { db }) => {
    const phone = await findPhone(db, member.id);
    return { phoneNumber: phone === null ? null : maskPhone(phone) };
  }),

  defineRoute(profileEndpoints.sendPhoneCode, ({ member, body }, deps) =>
    sendPhoneCode(deps, member.id, body.phoneNumber),
  ),

  defineRoute(profileEndpoints.changePhone, async ({ member, body }, deps) => {
    await changePhone(deps, member.id, body);
    return { message: '휴대폰 번호가 변경되었습니다.' };
  }),

  defineRoute(profileEndpoints.sendExportCode, ({ member }, deps) => sendExportCode(deps, member.id)),

  defineRoute(profileEndpoints.exportData, async ({ member, body, now, setHeader }, deps) => {
    const archive = await exportData(deps, member.id, body.code);
    const date = seoulDate(now).replaceAll('-', '');
    const name = encodeURIComponent(`sajingwan-내정보-${date}.zip`);
    // RFC 6266: the second form has the characters that the first cannot.
    setHeader(
      'content-disposition',
      `attachment; filename="sajingwan-${date}.zip"; filename*=UTF-8''${name}`,
    );
    return archive;
  }),
];
