import type { MessageSettings } from '../contract/sections.ts';

/** Customers get messages only on mobile numbers. */
export const MOBILE = /^010[0-9]{8}$/;

export const studioRecipients = ({
  studioPhones,
  studioEmails,
}: Pick<MessageSettings, 'studioPhones' | 'studioEmails'>) => [
  ...studioPhones.map((address, index) => ({ recipient: `STUDIO ${index + 1}`, address })),
  ...studioEmails.map((address, index) => ({ recipient: `EMAIL ${index + 1}`, address })),
];
