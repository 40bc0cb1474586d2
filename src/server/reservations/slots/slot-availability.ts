interface Claim {
  readonly kind: 'BOOKED' | 'BLOCKED' | 'HELD';
  readonly heldBy: string | null;
  readonly heldUntil: Date | null;
}

/** Classifies the state of a slot for this member, or for a guest (null). */
export const classifyClaim = (
  claim: Claim | null,
  memberId: string | null,
  now: Date,
): 'FREE' | 'MINE' | 'TAKEN' => {
  if (claim === null) return 'FREE';
  if (claim.heldUntil === null) return 'TAKEN';
  if (claim.heldUntil <= now) return 'FREE';
  return claim.heldBy === memberId ? 'MINE' : 'TAKEN';
};
