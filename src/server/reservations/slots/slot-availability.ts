import { overlaps } from '#contract/slots.ts';
import type { Slot } from '#contract/slots.ts';

interface Claim {
  readonly slot: Slot;
  readonly heldBy: string | null;
  readonly heldUntil: Date | null;
}

type Availability = 'FREE' | 'MINE' | 'TAKEN';

const classifyClaim = (claim: Claim, slot: Slot, memberId: string | null, now: Date): Availability => {
  if (!overlaps(claim.slot, slot)) return 'FREE';
  if (claim.heldUntil === null) return 'TAKEN';
  if (claim.heldUntil <= now) return 'FREE';
  return claim.slot === slot && claim.heldBy === memberId ? 'MINE' : 'TAKEN';
};

/** Classifies a slot, given claims of its date, for this member or for a guest (null). A claim that overlaps the slot takes it. */
export const classifySlot = (
  claims: readonly Claim[],
  slot: Slot,
  memberId: string | null,
  now: Date,
): Availability =>
  claims.map((claim) => classifyClaim(claim, slot, memberId, now)).find((state) => state !== 'FREE') ??
  'FREE';
