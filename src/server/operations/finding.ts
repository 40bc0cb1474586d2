export interface Finding {
  readonly isGood: boolean;
  readonly what: string;
  readonly advice?: string | undefined;
}

export const good = (what: string, advice?: string): Finding => ({ isGood: true, what, advice });
export const bad = (what: string, advice: string): Finding => ({ isGood: false, what, advice });
