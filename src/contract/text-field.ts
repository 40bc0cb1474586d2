import * as z from 'zod/mini';
import { withObjectParticle } from './korean-particles.ts';
import { validateText, normalizeText } from './text-validation.ts';
import type { TextConstraints } from './text-validation.ts';

/** Visitors' text: normalised, bounded in code points, without control and bidi-override characters. */
export const textField = (rule: TextConstraints) =>
  z.string(rule.required ?? `${withObjectParticle(rule.label)} 확인해 주세요.`).check(
    z.overwrite(normalizeText),
    z.check(({ value, issues }) => {
      const message = validateText(value, rule);
      // `continue`: the other fields of a form are checked too.
      if (message !== undefined) issues.push({ code: 'custom', input: value, message, continue: true });
    }),
  );

/** The same, empty when absent. */
export const optionalTextField = (rule: TextConstraints) => z._default(z.optional(textField(rule)), '');
