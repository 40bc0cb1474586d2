import { memberEndpoints } from '#contract/members.ts';
import { browserApi } from '#web/api/browser-api.ts';
import type { AvailabilityCheck } from './use-availability.ts';

export const checkLoginId: AvailabilityCheck = (loginId, signal) =>
  browserApi.call(memberEndpoints.checkId, { query: { loginId } }, { signal });

export const checkPhone: AvailabilityCheck = (phoneNumber, signal) =>
  browserApi.call(memberEndpoints.checkPhone, { query: { phoneNumber } }, { signal });
