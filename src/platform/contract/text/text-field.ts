import * as z from 'zod/mini';
import { withObjectParticle } from './korean-particles.ts';
import { validateText, normalizeText, type TextConstraints } from './text-validation.ts';

/** Schema of user-entered text: normalizes it, limits its code points, and rejects forbidden characters, such as control characters. */
export const textField = (constraints: TextConstraints) =>
  z.string(constraints.required ?? `${withObjectParticle(constraints.label)} 확인해 주세요.`).check(
    z.overwrite(normalizeText),
    z.check(({ value, issues }) => {
      const message = validateText(value, constraints);
      // `continue` makes zod run the remaining checks of the field and of the form too.
      if (message !== undefined) issues.push({ code: 'custom', input: value, message, continue: true });
    }),
  );

/** A `textField` that defaults to the empty string. */
export const optionalTextField = (constraints: TextConstraints) =>
  z._default(z.optional(textField(constraints)), '');
