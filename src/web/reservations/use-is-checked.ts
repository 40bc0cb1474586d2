import { useState } from 'react';

/** Whether the form was submitted with the date that is chosen now: choosing another date hides what was said of the last one. */
export const useIsChecked = (date: string | null) => {
  const [isChecked, setIsChecked] = useState(false);
  const [shownDate, setShownDate] = useState(date);
  if (shownDate !== date) {
    setShownDate(date);
    setIsChecked(false);
  }
  return [isChecked, setIsChecked] as const;
};
