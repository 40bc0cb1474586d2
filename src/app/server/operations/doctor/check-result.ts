export interface CheckResult {
  readonly isPassed: boolean;
  readonly message: string;
  readonly advice?: string | undefined;
}

export const pass = (message: string, advice?: string): CheckResult => ({ isPassed: true, message, advice });
export const fail = (message: string, advice: string): CheckResult => ({ isPassed: false, message, advice });
