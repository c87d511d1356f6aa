/**
 * URI templates (RFC 6570) with all operators, and prefixes such as `{id:3}`. Values are
 * single strings, so `*` has no effect.
 */

import { safeUrl } from './url.ts';

interface Operator {
  first: string;
  separator: string;
  /** Expands to `name=value`; the text replaces the `=` of an empty value. */
  named?: string;
  /** Does not escape reserved characters. */
  raw: boolean;
}

const operators: Record<string, Operator> = {
  '': { first: '', separator: ',', raw: false },
  '+': { first: '', separator: ',', raw: true },
  '#': { first: '#', separator: ',', raw: true },
  '.': { first: '.', separator: '.', raw: false },
  '/': { first: '/', separator: '/', raw: false },
  ';': { first: ';', separator: ';', named: '', raw: false },
  '?': { first: '?', separator: '&', named: '=', raw: false },
  '&': { first: '&', separator: '&', named: '=', raw: false },
};

interface Variable {
  name: string;
  length: number | undefined;
}

interface Expression {
  operator: Operator;
  variables: Variable[];
}

/** Literals and expressions, in order. */
export type UrlTemplate = readonly (string | Expression)[];

const expressionSyntax = /^([+#./;?&]?)(.+)$/;
const variableSyntax =
  /^((?:[A-Za-z0-9_]|%[0-9a-f]{2})+(?:\.(?:[A-Za-z0-9_]|%[0-9a-f]{2})+)*)(?::([1-9]\d{0,3})|\*)?$/i;

function parseVariable(text: string): Variable | undefined {
  const match = variableSyntax.exec(text);
  if (!match) return undefined;
  return { name: match[1] ?? '', length: match[2] === undefined ? undefined : Number(match[2]) };
}

function parseExpression(text: string): Expression | undefined {
  const match = expressionSyntax.exec(text);
  const operator = operators[match?.[1] ?? ''];
  const variables = (match?.[2] ?? '').split(',').map(parseVariable);
  if (!match || !operator || variables.includes(undefined)) return undefined;
  return { operator, variables: variables.filter((variable) => variable !== undefined) };
}

/** Undefined when `template` is malformed, or contains control characters, which no URL may. */
export function parseUrlTemplate(template: string): UrlTemplate | undefined {
  if (/\p{Cc}|\p{Cs}/u.test(template)) return undefined;
  const parts: (string | Expression)[] = [];
  for (const [found, inBraces] of template.matchAll(/\{([^{}]*)\}|[{}]|[^{}]+/g)) {
    if (inBraces === undefined) {
      if (found === '{' || found === '}') return undefined;
      parts.push(encodeReserved(found));
      continue;
    }
    const expression = parseExpression(inBraces);
    if (!expression) return undefined;
    parts.push(expression);
  }
  return parts;
}

export function templateNames(template: UrlTemplate): string[] {
  return template.flatMap((part) => (typeof part === 'string' ? [] : part.variables.map(({ name }) => name)));
}

const encodeAll = (text: string): string =>
  encodeURIComponent(text).replace(/[!'()*]/g, (c) => `%${c.charCodeAt(0).toString(16).toUpperCase()}`);

/** Keeps reserved characters and existing percent-encodings. */
function encodeReserved(text: string): string {
  return text
    .toWellFormed()
    .replace(/%[0-9a-f]{2}|[^\w\-.~:/?#[\]@!$&'()*+,;=]+/gi, (found) =>
      /^%[0-9a-f]{2}$/i.test(found) ? found : encodeAll(found),
    );
}

function expandVariable(variable: Variable, value: string, operator: Operator): string {
  const text = variable.length === undefined ? value : Array.from(value).slice(0, variable.length).join('');
  const encoded = operator.raw ? encodeReserved(text) : encodeAll(text.toWellFormed());
  if (operator.named === undefined) return encoded;
  return `${variable.name}${encoded === '' ? operator.named : `=${encoded}`}`;
}

function expandExpression({ operator, variables }: Expression, values: ReadonlyMap<string, string>): string {
  const expanded: string[] = [];
  for (const variable of variables) {
    const value = values.get(variable.name);
    if (value !== undefined) expanded.push(expandVariable(variable, value, operator));
  }
  return expanded.length === 0 ? '' : operator.first + expanded.join(operator.separator);
}

/** Variables without a value expand to nothing. */
export function expandUrlTemplate(template: UrlTemplate, values: ReadonlyMap<string, string>): string {
  return template.map((part) => (typeof part === 'string' ? part : expandExpression(part, values))).join('');
}

/** Values that would choose the scheme or the server, if the template allowed it. */
const hostile = ['javascript:x', 'data:x', '/x'];

/** What is written at the beginning says where links lead: `https://`, another scheme such as `mailto:`, or a path of this server. */
const saysWhere = /^(?:https?:\/\/|(?!https?:)[a-z][a-z0-9+.-]*:|\/(?!\/)|#)/i;

/** Whether all expansions of a template are links with an allowed scheme or paths of this server, with any or no values. */
export function isSafeTemplate(template: UrlTemplate): boolean {
  const [beginning] = template;
  if (typeof beginning !== 'string' || !saysWhere.test(beginning)) return false;
  const expand = (value?: string) =>
    expandUrlTemplate(
      template,
      new Map(value === undefined ? [] : templateNames(template).map((name) => [name, value])),
    );
  const namesScheme = (url: string) => /^[^/?#]*:/.test(url);
  if (safeUrl(expand('x')) === '') return false;
  return [undefined, ...hostile]
    .map(expand)
    .every((url) => !url.startsWith('//') && (!namesScheme(url) || safeUrl(url) !== ''));
}
