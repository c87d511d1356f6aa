/**
 * Removes from texts what identifies people or grants access. Known secrets are removed by value, others by patterns;
 * of a log line only the fields listed here are kept.
 */
import { isIPv6 } from 'node:net';
import { parseForeignJson } from '../../lib/json-depth.ts';

export type Redact = (text: string) => string;

/** Removing shorter values would remove common words. */
const shortestSecret = 6;

/** @param secrets Values that must not occur. */
export function makeRedact(secrets: readonly string[]): Redact {
  const values = [...new Set(secrets)].filter(({ length }) => length >= shortestSecret);
  // Longest first: one may be part of another.
  values.sort((a, b) => b.length - a.length);
  return (text) => patterns(values.reduce((rest, value) => rest.replaceAll(value, '(secret)'), text));
}

const isHere = new Set(['127.0.0.1', '0.0.0.0', '::1', '::']);
const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const isMixed = (word: string): boolean => /\d/.test(word) && /[A-Za-z]/.test(word);
const isRandom = (word: string): boolean => isMixed(word) || (/[a-z]/.test(word) && /[A-Z]/.test(word));

const patterns: Redact = (text) =>
  text
    .replaceAll(/\/\/[^\s/@"']+@/g, '//(hidden)@')
    .replaceAll(/\?[^\s"'<>]{0,2000}=[^\s"'<>]*/g, '?(hidden)')
    .replaceAll(/(?<![^\s"'<>(),;:=/\\])[^\s"'<>(),;:=/\\]+@[^\s"'<>(),;:=/\\]+/gu, '(email)')
    .replaceAll(/\b\d{1,3}(?:\.\d{1,3}){3}\b/g, (address) => (isHere.has(address) ? address : '(address)'))
    .replaceAll(/(?<![0-9a-f:])[0-9a-f:]*:[0-9a-f:.]+/gi, (word) =>
      isIPv6(word) && !isHere.has(word) ? '(address)' : word,
    )
    .replaceAll(/[\w-]{20,}/g, (word) =>
      isRandom(word) && !uuid.test(word) && isKey(word) ? '(key)' : word,
    );

/** A number and lower-case words. */
const migration = /^\d{4}(?:-[a-z]+)+$/;

/** Names in the program consist of lower-case words; keys do not, or are too long. */
const isKey = (word: string): boolean => !migration.test(word) && (isMixed(word) || word.length >= 32);

/** Redacts all strings in a value, except for property names. */
export function redactAll(value: unknown, redact: Redact): unknown {
  if (typeof value === 'string') return redact(value);
  if (Array.isArray(value)) return value.map((item) => redactAll(item, redact));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, redactAll(item, redact)]));
}

const shownFields = new Set([
  'attempt',
  'code',
  'err',
  'job',
  'kind',
  'level',
  'method',
  'mode',
  'ms',
  'msg',
  'operation',
  'organization',
  'part',
  'path',
  'queries',
  'queryMs',
  'reason',
  'request',
  'signal',
  'sql',
  'status',
  'storage',
  'time',
  'user',
  'version',
  'worker',
]);

/** @returns undefined for a line that is not from our log: it may contain anything. */
export function redactLine(line: string, redact: Redact): Record<string, unknown> | undefined {
  let fields: unknown;
  try {
    fields = parseForeignJson(line);
  } catch {
    return undefined;
  }
  if (typeof fields !== 'object' || fields === null || !('msg' in fields)) return undefined;
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      shownFields.has(name) ? redactAll(value, redact) : '(removed)',
    ]),
  );
}
