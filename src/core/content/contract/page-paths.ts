import type { LegalDocumentKind } from './legal/documents.ts';

// Pages that messages link to.
/** `reservationId` scrolls to that reservation. */
export const reservationHistoryPath = (reservationId?: number): string =>
  reservationId === undefined ? '/reservation-history' : `/reservation-history?id=${reservationId}`;
export const legalDocumentPath = (kind: LegalDocumentKind, version?: number): string =>
  version === undefined ? `/${kind}` : `/${kind}?v=${version}`;
export const adminReservationPath = (id: number): string => `/admin/reservations/${id}`;
