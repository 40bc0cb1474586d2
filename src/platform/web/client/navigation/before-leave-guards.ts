type BeforeLeaveGuard = () => Promise<boolean>;

let guards: readonly BeforeLeaveGuard[] = [];

/** Adds a guard that runs before a logout, which leaves the page without a router navigation. Returns its remover. */
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
