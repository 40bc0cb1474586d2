import { overlaps, type Slot } from '#contract/slots.ts';

interface Claim {
  readonly slot: Slot;
  /** The member's id or the hash of a guest's cookie. */
  readonly holder: string | null;
  readonly heldUntil: Date | null;
}

/** `TAKEN` is booked or blocked; `HELD` is held by somebody else. */
export type Availability = 'FREE' | 'MINE' | 'HELD' | 'TAKEN';

const classifyClaim = (claim: Claim, slot: Slot, holder: string | null, now: Date): Availability => {
  if (!overlaps(claim.slot, slot)) return 'FREE';
  if (claim.heldUntil === null) return 'TAKEN';
  if (claim.heldUntil <= now) return 'FREE';
  return claim.slot === slot && claim.holder === holder ? 'MINE' : 'HELD';
};

/** Classifies a slot, given claims of its date, for this holder or for nobody (null). A claim that overlaps the slot takes it. */
export const classifySlot = (
  claims: readonly Claim[],
  slot: Slot,
  holder: string | null,
  now: Date,
): Availability =>
  claims.map((claim) => classifyClaim(claim, slot, holder, now)).find((state) => state !== 'FREE') ?? 'FREE';
