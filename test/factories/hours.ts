import type { Section } from '#core/content/contract/studio-settings.ts';
import { weekdayNames, type MeetingHours } from '#features/reservations/contract/meeting-hours.ts';
import type { TestApp } from '#test/test-app.ts';

/** Meeting hours with the same slots on every weekday. */
export const sameHours = (effectiveFrom: string, slots: string[]): MeetingHours => ({
  effectiveFrom,
  ...(Object.fromEntries(weekdayNames.map((name) => [name, slots])) as Omit<MeetingHours, 'effectiveFrom'>),
});

/** Publishes meeting hours over the newest version. */
export const publishHours = async (
  app: TestApp,
  { accessToken: token }: { readonly accessToken: string },
  body: MeetingHours,
  keptReservations: readonly number[] = [],
): Promise<Response> => {
  const path = '/api/admin/settings/hours';
  const { version } = (await (await app.get(path, { token })).json()) as Section;
  return app.post(`${path}/publish`, { body, baseVersion: version, keptReservations }, { token });
};
