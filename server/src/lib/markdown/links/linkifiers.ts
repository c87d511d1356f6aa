/** Linkifiers: patterns that an organization turns into links, matched in linear time whatever the pattern. */
import { createRequire } from 'node:module';
import type { RE2JS } from 're2js';
import { requiredLiteral } from './required-literal.ts';
import type { Linkifier } from '../types.ts';
import {
  expandUrlTemplate,
  isSafeTemplate,
  parseUrlTemplate,
  templateNames,
  type UrlTemplate,
} from './url-template.ts';
import { safeUrl } from './url.ts';

export interface CompiledLinkifier {
  readonly pattern: RE2JS;
  readonly groups: readonly string[];
  readonly template: UrlTemplate;
  /** Text without it cannot match; `''` if unknown. */
  readonly literal: string;
  /** Cost of examining one character. */
  readonly size: number;
  /** Whether a match cannot extend beyond the word in which it ends. */
  readonly staysInWord: boolean;
}

export interface FoundLink {
  start: number;
  end: number;
  text: string;
  url: string;
}

/** The remaining work, shared by all texts of a message. */
export interface Budget {
  linkifierWorkLeft: number;
}

/** Larger patterns are rejected: they would be slow, and exhaust a message's budget at once. */
const maxSize = 500;
const maxPatternLength = 1_000;

/** A match begins and ends at word boundaries, except in scripts without spaces. */
const unspaced = String.raw`\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}\x{3001}\x{3002}\x{ff0c}\x{ff1a}`;
const before = String.raw`(?:^|[\s\pZ\p{Ps}\p{Pi}'",:;<${unspaced}])`;
const after = String.raw`(?:$|[^\pL\pN]|[${unspaced}])`;

let engine: typeof RE2JS | undefined;

function compilePattern(pattern: string): RE2JS {
  // `require` has no types.
  engine ??= (createRequire(import.meta.url)('re2js') as typeof import('re2js')).RE2JS;
  // Compiled on its own first: `a)|(b` would otherwise fit into the surrounding group.
  engine.compile(pattern);
  return engine.compile(`${before}(${pattern})${after}`);
}

/** Conservative: may return true for a pattern that cannot match spaces. */
function mayMatchSpace(pattern: string): boolean {
  const plain = pattern.replaceAll(/\\[^\w\s]|\(\?(?:P?<|:)|\\p(?:[LN]|\{L[a-z]?\}|\{N[a-z]?\})/g, '');
  return /[.\s]|\[\^|\[:|\\[^SdwbB]|\(\?/.test(plain);
}

function groupNames(pattern: RE2JS): string[] {
  return Object.keys(pattern.namedGroups());
}

/** @throws Error with a sentence about the problem. */
function compile({ pattern, urlTemplate }: Omit<Linkifier, 'id'>): CompiledLinkifier {
  if (pattern === '' || pattern.length > maxPatternLength) throw new Error('it is empty or too long');
  const template = parseUrlTemplate(urlTemplate);
  if (!template) throw new Error('its URL template is malformed');
  const compiled = compilePattern(pattern);
  const size = compiled.programSize();
  if (size > maxSize) throw new Error('it is too complex');
  return {
    pattern: compiled,
    groups: groupNames(compiled),
    template,
    literal: requiredLiteral(pattern),
    size,
    staysInWord: !mayMatchSpace(pattern),
  };
}

export interface LinkifierProblem {
  /** What to change: the pattern, the template, or either of them. */
  of: 'pattern' | 'template' | 'both';
  text: string;
}

/** The problem of a linkifier, or undefined. Stored linkifiers have none. */
export function linkifierProblem(linkifier: Omit<Linkifier, 'id'>): LinkifierProblem | undefined {
  const template = parseUrlTemplate(linkifier.urlTemplate);
  if (!template || !isSafeTemplate(template)) return { of: 'template', text: 'Invalid URL template.' };
  try {
    const { groups, pattern } = compile(linkifier);
    if (pattern.test('')) throw new Error('it matches nothing at all');
    const names = templateNames(template);
    const missing = names.find((name) => !groups.includes(name));
    if (missing !== undefined)
      return { of: 'both', text: `Group '${missing}' in URL template is not present in linkifier pattern.` };
    const unused = groups.find((name) => !names.includes(name));
    if (unused !== undefined)
      return { of: 'both', text: `Group '${unused}' in linkifier pattern is not present in URL template.` };
    return undefined;
  } catch (error) {
    return {
      of: 'pattern',
      text: `Bad regular expression: ${error instanceof Error ? error.message : 'malformed'}`,
    };
  }
}

/** The groups of a pattern that matches the whole text. */
export function groupsIn(linkifier: Omit<Linkifier, 'id'>, text: string): Map<string, string> | undefined {
  const { pattern, groups } = compile(linkifier);
  const matcher = pattern.matcher(text);
  if (!matcher.find(0) || matcher.start(1) !== 0 || matcher.end(1) !== text.length) return undefined;
  const values = groups.map((name) => [name, matcher.group(name)] as const);
  return new Map(values.filter((pair): pair is [string, string] => pair[1] !== null));
}

/** By pattern and template, the least recently used first: an organization is loaded again with the same ones. */
const recent = new Map<string, CompiledLinkifier | undefined>();
const mostRecent = 1_000;

function compiled(linkifier: Linkifier): CompiledLinkifier | undefined {
  const key = `${linkifier.pattern}\0${linkifier.urlTemplate}`;
  const result = recent.has(key) ? recent.get(key) : compileStored(linkifier);
  recent.delete(key);
  recent.set(key, result);
  const [oldest] = recent.keys();
  if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest);
  return result;
}

/** An invalid linkifier links nothing. */
function compileStored(linkifier: Linkifier): CompiledLinkifier | undefined {
  try {
    return compile(linkifier);
  } catch {
    return undefined;
  }
}

/** Kept as long as the list: two hundred patterns take a tenth of a second to compile, and any number of organizations may have them. */
const compiledLists = new WeakMap<readonly Linkifier[], readonly CompiledLinkifier[]>();

/** @param linkifiers A list that does not change. */
export function compileLinkifiers(linkifiers: readonly Linkifier[]): readonly CompiledLinkifier[] {
  const known = compiledLists.get(linkifiers);
  if (known) return known;
  const list = linkifiers.map(compiled).filter((linkifier) => linkifier !== undefined);
  compiledLists.set(linkifiers, list);
  return list;
}

export function mayMatch(linkifier: CompiledLinkifier, text: string): boolean {
  return text.includes(linkifier.literal);
}

const space = /\s/g;

function endOfWord(text: string, from: number): number {
  space.lastIndex = from;
  return space.exec(text)?.index ?? text.length;
}

/** Links in `text`, in order. Stops when the budget is exhausted. */
export function findLinks(linkifier: CompiledLinkifier, text: string, budget: Budget): FoundLink[] {
  const links: FoundLink[] = [];
  const matcher = linkifier.pattern.matcher(text);
  let from = 0;
  while (from < text.length && text.includes(linkifier.literal, from)) {
    if ((text.length - from) * linkifier.size > budget.linkifierWorkLeft) break;
    const found = matcher.find(from);
    const seen = found && linkifier.staysInWord ? endOfWord(text, matcher.end(1)) : text.length;
    budget.linkifierWorkLeft -= (seen - from + 1) * linkifier.size;
    if (!found) break;
    const [start, end] = [matcher.start(1), matcher.end(1)];
    const values = new Map<string, string>();
    for (const name of linkifier.groups) {
      const value = matcher.group(name);
      if (value !== null) values.set(name, value);
    }
    const url = safeUrl(expandUrlTemplate(linkifier.template, values));
    if (url !== '' && end > start) links.push({ start, end, text: text.slice(start, end), url });
    from = Math.max(end, from + 1);
  }
  return links;
}
