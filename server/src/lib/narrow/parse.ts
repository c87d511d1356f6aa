/** Parses a client's `narrow` into typed terms. Pure: names and emails are looked up elsewhere. */
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import {
  badCombination,
  badTerm,
  channelsOperands,
  hasOperands,
  isOperands,
  NarrowError,
  type Term,
  type UserRef,
} from './terms.ts';
import { parsePeriod } from './dates.ts';
import { fieldsIn } from '../objects.ts';

/** Maximum number of terms. */
export const maxTerms = 100;
/** UTF-16 units in one operand; a list of emails may be ten times longer. */
const maxOperandLength = 1000;
/** Users in one `dm` term. */
const maxUsers = 1000;

/** An unparsed term, of which only the structure has been checked. */
export type RawTerm = { readonly operator: string; readonly operand: unknown; readonly negated: boolean };

/**
 * Parses a decoded `narrow` parameter: objects `{operator, operand, negated?}` or pairs of strings, in any mixture.
 * @throws NarrowError for anything else, whatever its size or depth.
 */
export function parseNarrow(raw: unknown): Term[] {
  const parsed = rawTerms(raw).flatMap(parseTerm);
  const withTerms = parsed.filter(({ op }) => op === 'with').length;
  if (withTerms > 1) throw badCombination("Duplicate 'with' operators.");
  const terms = omitRepeated(parsed);
  // `with` is replaced by its conversation, so other terms cannot contradict it yet.
  if (withTerms === 0) checkCombination(terms);
  return terms;
}

/** Each term costs a condition on every message, so a hundred equal ones would take a hundred times as long. */
const omitRepeated = (terms: readonly Term[]): Term[] => [
  ...new Map(terms.map((term) => [JSON.stringify(term), term])).values(),
];

/**
 * Rejects terms that require a channel message and a direct message at once.
 * `parseNarrow` calls it, unless a `with` term has to be resolved first.
 */
export function checkCombination(terms: readonly Term[]): void {
  if (terms.some(asksForChannel) && terms.some(asksForDirect)) {
    throw badTerm('No message can be both a channel message and direct message');
  }
}

function asksForChannel(term: Term): boolean {
  if (term.op === 'is') return term.operand === 'dm' && term.negated;
  return !term.negated && (term.op === 'channel' || term.op === 'channels' || term.op === 'topic');
}

function asksForDirect(term: Term): boolean {
  if (term.negated) return false;
  return term.op === 'dm' || term.op === 'dm-including' || (term.op === 'is' && term.operand === 'dm');
}

/** Checks the structure of all terms, before any operator is interpreted. */
export function rawTerms(raw: unknown): RawTerm[] {
  if (!Array.isArray(raw)) throw new NarrowError('narrow is not a list');
  if (raw.length > maxTerms) throw new NarrowError(`narrow is too long (limit: ${maxTerms} terms)`);
  return raw.map(rawTerm);
}

function rawTerm(raw: unknown, index: number): RawTerm {
  const refuse = (why: string) => new NarrowError(`Invalid narrow[${index}]: Value error, ${why}`);
  if (Array.isArray(raw)) {
    const pair: unknown[] = raw;
    const [operator, operand] = pair;
    if (raw.length !== 2 || typeof operator !== 'string' || typeof operand !== 'string') {
      throw refuse('element is not a string pair');
    }
    return { operator, operand, negated: false };
  }
  if (typeof raw !== 'object' || raw === null) throw refuse('dict or list required');
  const { operand, operator, negated } = fieldsIn(raw);
  if (operand === undefined || operand === null) throw refuse('operand is missing');
  if (operator === undefined || operator === null) throw refuse('operator is missing');
  const part = (name: string) => `narrow[${index}]["${name}"]`;
  if (typeof operator !== 'string') throw new NarrowError(`${part('operator')} is not a string`);
  if (typeof (negated ?? false) !== 'boolean') throw new NarrowError(`${part('negated')} is not a boolean`);
  return { operator, operand, negated: negated === true };
}

type TermParser = (operand: unknown, negated: boolean) => Term | [];

const channel: TermParser = (operand, negated) => ({ op: 'channel', operand: idOrText(operand), negated });
const channels: TermParser = (operand, negated) => ({
  op: 'channels',
  operand: parseKeyword(channelsOperands, operand, 'channels'),
  negated,
});
const topic: TermParser = (operand, negated) => {
  const name = text(operand);
  return { op: 'topic', operand: name === emptyTopicDisplayName ? '' : name, negated };
};
const dm: TermParser = (operand, negated) => ({ op: 'dm', operand: users(operand), negated });
const dmIncluding: TermParser = (operand, negated) => ({
  op: 'dm-including',
  operand: user(operand),
  groupsOnly: false,
  negated,
});
const groupDmIncluding: TermParser = (operand, negated) => ({
  op: 'dm-including',
  operand: user(operand),
  groupsOnly: true,
  negated,
});
const sender: TermParser = (operand, negated) => ({ op: 'sender', operand: user(operand), negated });

// COMPAT(zulip-terminal, clients before level 177): is:private is the former spelling of is:dm.
const readIs = (operand: unknown): unknown => (operand === 'private' ? 'dm' : operand);

export const isKnownIs = (operand: unknown): boolean => isOperands.some((known) => known === readIs(operand));

const is: TermParser = (operand, negated) => ({
  op: 'is',
  operand: parseKeyword(isOperands, readIs(operand), "'is'"),
  negated,
});

/** `in:all` has no effect, negated or not; `in:home` excludes muted conversations. */
const inView: TermParser = (operand, negated) =>
  parseKeyword(['home', 'all'] as const, operand, "'in'") === 'all'
    ? []
    : { op: 'is', operand: 'muted', negated: !negated };

/** Whether the period exists depends on no time zone. */
const sent =
  (op: 'before' | 'after' | 'date'): TermParser =>
  (operand, negated) => {
    const period = text(operand).trim();
    if (parsePeriod(period, 'UTC') === undefined) throw badTerm(`unknown date ${shortened(period)}`);
    return { op, operand: period, negated };
  };

/** All accepted operators. A map instead of an object, since operators are untrusted input. */
const parsers: ReadonlyMap<string, TermParser> = new Map<string, TermParser>([
  ['channel', channel],
  ['channels', channels],
  ['topic', topic],
  ['dm', dm],
  ['dm-including', dmIncluding],
  ['sender', sender],
  ['mentions', (operand, negated) => ({ op: 'mentions', operand: user(operand), negated })],
  ['id', (operand, negated) => ({ op: 'id', operand: messageId(operand, 'Invalid message ID'), negated })],
  [
    'with',
    (operand, negated) => ({ op: 'with', operand: messageId(operand, "Invalid 'with' operator"), negated }),
  ],
  ['near', (operand, negated) => ({ op: 'near', operand: integerIn(idOrText(operand)), negated })],
  ['is', is],
  [
    'has',
    (operand, negated) => ({ op: 'has', operand: parseKeyword(hasOperands, operand, "'has'"), negated }),
  ],
  ['in', inView],
  // Heddle's own.
  ['before', sent('before')],
  ['after', sent('after')],
  ['date', sent('date')],
  ['on', sent('date')],
  ['search', (operand, negated) => ({ op: 'search', operand: nonEmptyText(operand), negated })],
  // COMPAT(zulip-js, zulip-terminal, python bots): spellings of earlier servers.
  ['stream', channel],
  ['streams', channels],
  ['subject', topic],
  ['from', sender],
  ['pm-with', dm],
  ['pm_with', dm],
  ['group-pm-with', groupDmIncluding],
  ['group_pm_with', groupDmIncluding],
  // COMPAT(clients of newer servers): the later name of dm-including.
  ['dm-with', dmIncluding],
]);

export const operatorNames: readonly string[] = [...parsers.keys()];

/** The typed term, or none if it has no effect. */
export function parseTerm({ operator, operand, negated }: RawTerm): Term | [] {
  const parser = parsers.get(operator);
  if (parser === undefined) throw badTerm(`unknown operator ${shortened(operator)}`);
  return parser(operand, negated);
}

function text(operand: unknown, limit = maxOperandLength): string {
  if (typeof operand !== 'string') throw new NarrowError('operand is not a string');
  if (operand.length > limit) throw new NarrowError(`operand is too long (limit: ${limit} characters)`);
  return operand;
}

function nonEmptyText(operand: unknown): string {
  const value = text(operand);
  if (value.trim() === '') throw new NarrowError('operand cannot be blank.');
  return value;
}

const isId = (value: unknown): value is number => Number.isSafeInteger(value);

function idOrText(operand: unknown): number | string {
  if (isId(operand)) return operand;
  if (typeof operand !== 'string') throw new NarrowError('operand is not a string or integer');
  return text(operand);
}

function user(operand: unknown): UserRef {
  const ref = idOrText(operand);
  return typeof ref === 'string' ? ref.trim() : ref;
}

function users(operand: unknown): UserRef[] {
  if (typeof operand === 'string') return refuseMany(emails(operand));
  if (!Array.isArray(operand)) throw new NarrowError('operand is not a string or an integer list');
  return refuseMany(operand).map((item: unknown, index) => {
    if (isId(item)) return item;
    throw new NarrowError(`operand[${index}] is not an integer`);
  });
}

function refuseMany<T>(list: T[]): T[] {
  if (list.length > maxUsers) throw new NarrowError(`operand is too long (limit: ${maxUsers} users)`);
  return list;
}

const emails = (list: string): string[] =>
  text(list, 10 * maxOperandLength)
    .split(',')
    .map((email) => email.trim());

/** The operand as a non-negative integer, else null. */
function integerIn(operand: number | string): number | null {
  if (typeof operand === 'string' && !/^\d{1,16}$/.test(operand)) return null;
  const id = Number(operand);
  return isId(id) && id >= 0 ? id : null;
}

function messageId(operand: unknown, refusal: string): number {
  const id = integerIn(idOrText(operand));
  if (id === null) throw badTerm(refusal);
  return id;
}

function parseKeyword<const T extends string>(known: readonly T[], operand: unknown, operator: string): T {
  const word = text(operand);
  const found = known.find((candidate) => candidate === word);
  if (found === undefined) throw badTerm(`unknown ${operator} operand ${shortened(word)}`);
  return found;
}

/** Limits the length of input that error messages repeat. */
export const shortened = (word: string): string => (word.length > 100 ? `${word.slice(0, 100)}…` : word);
