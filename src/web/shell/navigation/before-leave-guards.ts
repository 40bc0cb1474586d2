type BeforeLeaveGuard = () => Promise<boolean>;

let guards: readonly BeforeLeaveGuard[] = [];

/** Asked before the page is left by what is no navigation, such as a logout. Answers what takes it off again. */
export const addBeforeLeaveGuard = (check: BeforeLeaveGuard): (() => void) => {
  guards = [...guards, check];
  return () => {
    guards = guards.filter((other) => other !== check);
  };
};

/** False when the visitor would rather stay. */
export const canLeavePage = async (): Promise<boolean> => {
  for (const check of guards) if (!(await check())) return false;
  return true;
};
