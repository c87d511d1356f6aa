/** Parses a search, `from:me "red thread" -is:starred`, into terms. */
import type { NarrowTerm } from '../../../../wire/narrow.ts';
import type { State } from '../../store/index.ts';
import { getTerms, type Narrow } from '../../store/messages/narrow.ts';
import { getOperator } from './search-operators.ts';

const term = /(-?)([a-z][a-z-]*):(?:"([^"]*)"|(\S+))|"([^"]*)"|(\S+)/g;

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

/** A narrow as sent to the server: names of users in the search become IDs. */
export const requestedTerms = (narrow: Narrow, state: State): NarrowTerm[] =>
  getTerms(narrow, state.own.user_id).map((term) =>
    narrow.kind === 'search' && 'operator' in term ? withPeople(term, state) : term,
  );

type OperatorTerm = Extract<NarrowTerm, { operator: string }>;

/** Unknown names are sent as they are, and the server refuses them. */
function withPeople(term: OperatorTerm, state: State): NarrowTerm {
  const { operator, operand } = term;
  const value = getOperator(operator)?.value;
  if (typeof operand !== 'string') return term;
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

export type UnknownName = { kind: 'channel' | 'person'; name: string };

/** The first name in a search that no user or channel has. */
export function unknownName(terms: readonly NarrowTerm[], state: State): UnknownName | undefined {
  for (const term of terms) {
    if (!('operator' in term) || typeof term.operand !== 'string') continue;
    const { operator, operand } = term;
    const value = getOperator(operator)?.value;
    if (value === 'channel' && !hasChannel(operand, state)) return { kind: 'channel', name: operand };
    if (!isOfPeople(operator)) continue;
    const names = value === 'people' ? operand.split(',') : [operand];
    const name = names.find((each) => personIn(each, state) === undefined);
    if (name !== undefined) return { kind: 'person', name: name.trim() };
  }
  return undefined;
}

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
  const near = terms.find((term) => 'operator' in term && term.operator === 'near') as
    | OperatorTerm
    | undefined;
  const id = Number(near?.operand);
  return Number.isSafeInteger(id) && id > 0 ? id : undefined;
}
