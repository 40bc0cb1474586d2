export interface CheckResult {
  readonly isPassed: boolean;
  readonly message: string;
  readonly advice?: string | undefined;
}

export const pass = (what: string, advice?: string): CheckResult => ({
  isPassed: true,
  message: what,
  advice,
});
export const fail = (what: string, advice: string): CheckResult => ({
  isPassed: false,
  message: what,
  advice,
});
