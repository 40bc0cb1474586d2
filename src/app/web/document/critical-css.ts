const CLASS_ATTRIBUTE = ' class="';
/** A class in a selector. A digit after the dot is part of a number. */
const CLASS_SELECTOR = /\.([A-Za-z_-][\w-]*)/g;
const NEGATION = ':not(';
const NESTING_RULE = /^@(media|layer|supports|container)\b/;

/** Splits a minified style sheet, or the body of a rule with rules inside, into its rules. */
const splitRules = (css: string): readonly string[] => {
  const rules: string[] = [];
  let start = 0;
  let depth = 0;
  for (const { 0: brace, index } of css.matchAll(/[{}]/g)) {
    depth += brace === '{' ? 1 : -1;
    if (depth > 0) continue;
    rules.push(css.slice(start, index + 1));
    start = index + 1;
  }
  return rules;
};

/** Ignores a negation and what follows it, which keeps a few rules too many. */
const canMatch = (selectors: string, classes: ReadonlySet<string>): boolean =>
  selectors.split(',').some((selector) => {
    const [positive = ''] = selector.split(NEGATION, 1);
    return [...positive.matchAll(CLASS_SELECTOR)].every(([, name = '']) => classes.has(name));
  });

const keepMatching = (css: string, classes: ReadonlySet<string>): string =>
  splitRules(css)
    .map((rule) => {
      const brace = rule.indexOf('{');
      const prelude = rule.slice(0, brace);
      if (!prelude.startsWith('@')) return canMatch(prelude, classes) ? rule : '';
      if (!NESTING_RULE.test(prelude)) return rule;
      const inner = keepMatching(rule.slice(brace + 1, -1), classes);
      return inner === '' ? '' : `${prelude}{${inner}}`;
    })
    .join('');

const findClasses = (html: string): ReadonlySet<string> =>
  new Set(
    html
      .split(CLASS_ATTRIBUTE)
      .slice(1)
      .flatMap((rest) => rest.slice(0, rest.indexOf('"')).split(' ')),
  );

/** The part of a minified style sheet that may apply to `html`: leaves out rules for classes that no element of it has. */
export const extractCriticalCss = (css: string, html: string): string => keepMatching(css, findClasses(html));
