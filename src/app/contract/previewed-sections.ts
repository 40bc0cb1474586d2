import { contentSections, documentSections } from '#core/content/contract/sections.ts';
import { reservationSections } from '#features/reservations/contract/sections.ts';

const { booking, hours } = reservationSections;

/** The sections that the pages of the preview show. */
export const previewedSections = { ...contentSections, ...documentSections, booking, hours };
