import * as z from 'zod/mini';

export const checkResults = z.array(
  z.object({ isPassed: z.boolean(), message: z.string(), advice: z.optional(z.string()) }),
);
export type CheckResult = Readonly<z.infer<typeof checkResults>[number]>;

export const pass = (message: string, advice?: string): CheckResult => ({
  isPassed: true,
  message,
  ...(advice !== undefined && { advice }),
});
export const fail = (message: string, advice: string): CheckResult => ({ isPassed: false, message, advice });
