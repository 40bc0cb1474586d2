/** Who has a slot: what a row of `slot_claims` says. */
interface Claim {
  readonly kind: 'BOOKED' | 'BLOCKED' | 'HELD';
  readonly heldBy: string | null;
  readonly heldUntil: Date | null;
}

/** Whose a slot is to this member at this moment; to a visitor (null) nothing is theirs. A hold that is over is nobody's. */
export const judgeClaim = (
  claim: Claim | null,
  memberId: string | null,
  now: Date,
): 'FREE' | 'MINE' | 'TAKEN' => {
  if (claim === null) return 'FREE';
  if (claim.heldUntil === null) return 'TAKEN';
  if (claim.heldUntil <= now) return 'FREE';
  return claim.heldBy === memberId ? 'MINE' : 'TAKEN';
};
