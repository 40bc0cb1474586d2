type LeaveCheck = () => Promise<boolean>;

let checks: readonly LeaveCheck[] = [];

/** Asked before the page is left by what is no navigation, such as a logout. Answers what takes it off again. */
export const addLeaveCheck = (check: LeaveCheck): (() => void) => {
  checks = [...checks, check];
  return () => {
    checks = checks.filter((other) => other !== check);
  };
};

/** False when the visitor would rather stay. */
export const mayLeave = async (): Promise<boolean> => {
  for (const check of checks) if (!(await check())) return false;
  return true;
};
