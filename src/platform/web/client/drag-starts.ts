/** How a drag by mouse starts, as options of dnd-kit's sensor. A shorter way is a click. */
export const mouseDrag = { activationConstraint: { distance: 6 } };
/** A long press starts a drag by touch; a finger that moves earlier scrolls the page. */
export const touchDrag = { activationConstraint: { delay: 300, tolerance: 8 } };
