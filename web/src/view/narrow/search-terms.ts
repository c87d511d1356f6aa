/** Parses a search, `from:me "red thread" -is:starred`, into terms. */
import type { NarrowTerm } from '../../../../wire/narrow.ts';
import type { State } from '../../store/index.ts';
import { getTerms, type Narrow } from '../../store/narrow/narrow.ts';
import { requestedPeriod, searchPeriod } from './search-dates.ts';
import { getOperator } from './search-operators.ts';

/** A link is no operator. */
const term = /(-?)([a-z][a-z-]*):(?!\/\/)(?:"([^"]*)"|(\S+))|"([^"]*)"|(\S+)/g;

/** Words without an operator form one term. */
export function parseSearch(query: string): NarrowTerm[] {
  const terms: NarrowTerm[] = [];
  const words: string[] = [];
  for (const [, minus, operator, quoted, bare, phrase, word] of query.matchAll(term)) {
    if (operator !== undefined) {
      const operand = quoted ?? bare ?? '';
      terms.push({ operator, operand, ...(minus === '-' ? { negated: true } : {}) });
    } else words.push(phrase === undefined ? (word ?? '') : `"${phrase}"`);
  }
  if (words.length > 0) terms.push({ operator: 'search', operand: words.join(' ') });
  return terms;
}

/** A narrow as sent to the server: names of users in the search become IDs, and dates intervals. */
export const requestedTerms = (narrow: Narrow, state: State): NarrowTerm[] =>
  getTerms(narrow, state.own.user_id).map((term) =>
    narrow.kind === 'search' && 'operator' in term ? withPeople(asWritten(term, state), state) : term,
  );

type OperatorTerm = Extract<NarrowTerm, { operator: string }>;

/** `in:#general`, `in:@ben` and `from:@ben` as in other products; `in:home` is the API's own. */
function asWritten(term: OperatorTerm, state: State): OperatorTerm {
  const { operator, operand } = term;
  if (typeof operand !== 'string') return term;
  const value = getOperator(operator)?.value;
  if (value === 'person' && personIn(operand, state) === undefined && operand.startsWith('@'))
    return { ...term, operand: operand.slice(1) };
  if (operator !== 'in' || operand === 'home' || operand === 'all') return term;
  const name = operand.replace(/^[#@]/, '');
  const isPerson =
    operand.startsWith('@') || (!hasChannel(name, state) && personIn(name, state) !== undefined);
  return { ...term, operator: isPerson && !operand.startsWith('#') ? 'dm' : 'channel', operand: name };
}

/** Unknown names are sent as they are, and the server refuses them. */
function withPeople(term: OperatorTerm, state: State): NarrowTerm {
  const { operator, operand } = term;
  const value = getOperator(operator)?.value;
  if (typeof operand !== 'string') return term;
  if (value === 'date') return { ...term, operand: requestedPeriod(operand) };
  if (value === 'person') return { ...term, operand: personIn(operand, state) ?? operand };
  if (value !== 'people') return term;
  const ids = operand.split(',').map((name) => personIn(name, state));
  const known = ids.filter((id) => id !== undefined);
  return known.length < ids.length ? term : { ...term, operand: known };
}

/** Whether the search names a user who is not loaded: it still contains a name. */
export const namesUnknownUser = (terms: readonly NarrowTerm[]): boolean =>
  terms.some((term) => 'operator' in term && typeof term.operand === 'string' && isOfPeople(term.operator));

const isOfPeople = (operator: string): boolean => {
  const value = getOperator(operator)?.value;
  return value === 'person' || value === 'people';
};

export type UnknownName = { kind: 'operator' | 'date' | 'channel' | 'person'; name: string };

/** The first operator or date in a search that does not exist, or name that no user or channel has. */
export function unknownName(terms: readonly NarrowTerm[], state: State): UnknownName | undefined {
  for (const written of terms) {
    if (!('operator' in written) || typeof written.operand !== 'string') continue;
    const { operator, operand } = asWritten(written, state);
    if (typeof operand !== 'string' || isBuiltIn(operator, operand)) continue;
    const value = getOperator(operator)?.value;
    if (value === undefined) return { kind: 'operator', name: operator };
    if (value === 'date' && searchPeriod(operand) === undefined) return { kind: 'date', name: operand };
    if (value === 'channel' && !hasChannel(operand, state)) return { kind: 'channel', name: operand };
    if (!isOfPeople(operator)) continue;
    const names = value === 'people' ? operand.split(',') : [operand];
    const name = names.find((each) => personIn(each, state) === undefined);
    if (name !== undefined) return { kind: 'person', name: name.trim() };
  }
  return undefined;
}

/** Operators of the API that are not offered here. */
const isBuiltIn = (operator: string, operand: string): boolean =>
  ['search', 'id', 'with'].includes(operator) ||
  (operator === 'in' && (operand === 'home' || operand === 'all'));

function hasChannel(text: string, { channels }: State): boolean {
  const wanted = text.trim().toLocaleLowerCase();
  if (/^\d+$/.test(wanted) && channels.has(Number(wanted))) return true;
  return [...channels.values()].some(({ name }) => name.toLocaleLowerCase() === wanted);
}

function personIn(text: string, { users, own }: State): number | undefined {
  const wanted = text.trim().toLocaleLowerCase();
  if (wanted === 'me') return own.user_id;
  if (/^\d+$/.test(wanted)) return Number(wanted);
  // One of several users with the same name, with an ID as in mentions.
  const [, name, id] = /^(.+)\|(\d+)$/.exec(wanted) ?? [];
  if (name !== undefined && users.get(Number(id))?.full_name.toLocaleLowerCase() === name) return Number(id);
  const named = [...users.values()].filter((user) => user.full_name.toLocaleLowerCase() === wanted);
  return (named.find((user) => user.is_active) ?? named[0])?.user_id;
}

/** The message that the search opens at, if it names one. */
export function getNear(terms: readonly NarrowTerm[]): number | undefined {
  const id = Number(nearOperand(terms));
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}

function nearOperand(terms: readonly NarrowTerm[]): unknown {
  const near = terms.find((each) => 'operator' in each && each.operator === 'near') as
    | OperatorTerm
    | undefined;
  return near?.operand;
}

/** The moment that the search opens at, if it names a day or month. */
export function getNearDate(terms: readonly NarrowTerm[]): Date | undefined {
  const operand = nearOperand(terms);
  return typeof operand === 'string' && getNear(terms) === undefined
    ? searchPeriod(operand)?.from
    : undefined;
}
