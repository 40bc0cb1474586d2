type BeforeLeaveGuard = () => Promise<boolean>;

let guards: readonly BeforeLeaveGuard[] = [];

/** Adds a guard that runs before the page is left without a router navigation, such as a logout. Returns its remover. */
export const addBeforeLeaveGuard = (guard: BeforeLeaveGuard): (() => void) => {
  guards = [...guards, guard];
  return () => {
    guards = guards.filter((other) => other !== guard);
  };
};

/** Resolves to false when the visitor chooses to stay. */
export const canLeavePage = async (): Promise<boolean> => {
  for (const guard of guards) if (!(await guard())) return false;
  return true;
};
