import * as z from 'zod/mini';
import { withObject } from './particles.ts';
import { faultOfText, normalizeText } from './plain-text.ts';
import type { TextRule } from './plain-text.ts';

/** Visitors' text: normalised, bounded in code points, without control and bidi-override characters. */
export const text = (rule: TextRule) =>
  z.string(rule.required ?? `${withObject(rule.label)} 확인해 주세요.`).check(
    z.overwrite(normalizeText),
    z.check(({ value, issues }) => {
      const message = faultOfText(value, rule);
      // `continue`: the other fields of a form are checked too.
      if (message !== undefined) issues.push({ code: 'custom', input: value, message, continue: true });
    }),
  );

/** The same, empty when absent. */
export const optionalText = (rule: TextRule) => z._default(z.optional(text(rule)), '');
