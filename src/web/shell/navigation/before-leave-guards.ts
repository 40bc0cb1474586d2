type BeforeLeaveGuard = () => Promise<boolean>;

let guards: readonly BeforeLeaveGuard[] = [];

/** Adds a guard that is asked before the page is left without a navigation, such as by a logout. Returns how to remove it. */
export const addBeforeLeaveGuard = (check: BeforeLeaveGuard): (() => void) => {
  guards = [...guards, check];
  return () => {
    guards = guards.filter((other) => other !== check);
  };
};

/** Asks all guards; false when the visitor decides to stay. */
export const canLeavePage = async (): Promise<boolean> => {
  for (const check of guards) if (!(await check())) return false;
  return true;
};
