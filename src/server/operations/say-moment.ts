const format = new Intl.DateTimeFormat('sv-SE', {
  timeZone: 'Asia/Seoul',
  dateStyle: 'short',
  timeStyle: 'short',
});

/** `2026-11-22 11:54`, as the operator's own clock says, whatever the machine's zone. */
export const sayMoment = (moment: Date): string => format.format(moment);
