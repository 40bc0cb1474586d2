import type { SectionBody } from '#core/content/contract/sections.ts';

/** Only mobile numbers receive messages. */
export const MOBILE = /^010[0-9]{8}$/;

/** The studio's numbers and e-mail addresses. */
export const studioRecipients = ({
  studioPhones,
  studioEmails,
}: Pick<SectionBody<'messages'>, 'studioPhones' | 'studioEmails'>) => [
  ...studioPhones.map((address, index) => ({ recipient: `STUDIO ${index + 1}`, address })),
  ...studioEmails.map((address, index) => ({ recipient: `EMAIL ${index + 1}`, address })),
];
