import * as z from 'zod/mini';
import { withObjectParticle } from './korean-particles.ts';
import { validateText, normalizeText } from './text-validation.ts';
import type { TextConstraints } from './text-validation.ts';

/** A schema for visitors' text: normalised, limited in code points, without control and bidi-override characters. */
export const textField = (rule: TextConstraints) =>
  z.string(rule.required ?? `${withObjectParticle(rule.label)} 확인해 주세요.`).check(
    z.overwrite(normalizeText),
    z.check(({ value, issues }) => {
      const message = validateText(value, rule);
      // `continue` lets the other fields of a form be validated too.
      if (message !== undefined) issues.push({ code: 'custom', input: value, message, continue: true });
    }),
  );

/** A text field that is empty when absent. */
export const optionalTextField = (rule: TextConstraints) => z._default(z.optional(textField(rule)), '');
