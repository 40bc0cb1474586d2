import { calls } from './calls.ts';
import { constants } from './constants.ts';
import { entities } from './entities.ts';
import { keyboard } from './keyboard.ts';
import { messages } from './messages.ts';
import { roles } from './roles.ts';
import { rules } from './rules.ts';
import { screens } from './screens.ts';
import type { SpecLine } from './spec-line.ts';
import { states } from './states.ts';

export interface Section {
  readonly title: string;
  readonly lines: readonly SpecLine[];
  /** Only a test in a browser shows what a visitor sees. */
  readonly inBrowser: boolean;
}

/** The product specification, line by line, in our own words. */
export const sections: readonly Section[] = [
  { title: '2. Screens and routes', lines: screens, inBrowser: true },
  { title: '3. Entities and their fields', lines: entities, inBrowser: false },
  { title: '4. States and transitions', lines: states, inBrowser: true },
  { title: '5. Rules of input', lines: rules, inBrowser: true },
  { title: '6. Roles and permissions', lines: roles, inBrowser: false },
  { title: '7. The calls that the site makes', lines: calls, inBrowser: false },
  { title: '8. Catalogue of errors', lines: messages, inBrowser: true },
  { title: '9. Constants and limits', lines: constants, inBrowser: false },
  { title: 'By the keyboard alone', lines: keyboard, inBrowser: true },
];
