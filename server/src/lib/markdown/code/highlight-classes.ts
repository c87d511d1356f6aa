/** Maps scopes of highlight.js to CSS classes of Pygments. */

/** Scopes without a counterpart, such as `params`, are missing: their text is not highlighted separately. */
const classes: Record<string, string> = {
  addition: 'gi',
  attr: 'na',
  attribute: 'na',
  built_in: 'nb',
  bullet: 'k',
  'char escape_': 'se',
  class: 'nc',
  code: 's',
  comment: 'c',
  deletion: 'gd',
  doctag: 'cs',
  emphasis: 'ge',
  formula: 's',
  function: '',
  keyword: 'k',
  link: 'na',
  literal: 'kc',
  meta: 'cp',
  'meta prompt_': 'gp',
  name: 'nt',
  number: 'm',
  operator: 'o',
  params: '',
  property: 'na',
  punctuation: 'p',
  quote: 'ge',
  regexp: 'sr',
  section: 'gh',
  'selector-attr': 'na',
  'selector-class': 'nc',
  'selector-id': 'nn',
  'selector-pseudo': 'nd',
  'selector-tag': 'nt',
  string: 's',
  strong: 'gs',
  subst: 'si',
  symbol: 'ss',
  tag: 'p',
  'template-tag': 'cp',
  'template-variable': 'nv',
  title: 'nf',
  'title class_': 'nc',
  'title class_ inherited__': 'nc',
  'title function_': 'nf',
  'title function_ invoke__': 'nf',
  type: 'kt',
  variable: 'nv',
  'variable constant_': 'no',
  'variable language_': 'bp',
};

/** Deviating meanings of scopes in some languages. */
const ofLanguage: Record<string, Record<string, string>> = {
  diff: { comment: 'gh', meta: 'gu' },
  json: { attr: 'nt', keyword: 'kc' },
  yaml: { attr: 'nt' },
};

/**
 * @param scope Class names of highlight.js, such as `hljs-title function_` or `language-css`
 * @param around The class of the enclosing span
 */
export function getClass(scope: string, language: string, around: string | undefined): string | undefined {
  if (!scope.startsWith('hljs-')) return undefined;
  const name = scope.slice(5);
  // A directive such as `#include` is one token.
  if (name === 'keyword' && around === 'cp') return around;
  return ofLanguage[language]?.[name] ?? classes[name];
}
