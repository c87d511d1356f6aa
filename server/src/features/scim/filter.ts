/**
 * The filters that identity providers send: comparisons of an attribute with a value, joined by `and`. Other filters are
 * refused, so that no client mistakes a list of all users for its result.
 */
import { ScimError } from './protocol.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

const operators = ['eq', 'ne', 'co', 'sw', 'pr'] as const;

export interface Comparison {
  /** Lower case. */
  attribute: string;
  operator: (typeof operators)[number];
  value: string;
}

const longestFilter = 1000;
const comparison =
  /^\s*([\w.:$-]+(?:\[[^\]]{0,100}\])?(?:\.\w+)?)\s+(?:(eq|ne|co|sw)\s+("(?:[^"\\]|\\.)*"|true|false|\d+)|(pr))\s*/i;
const conjunction = /^and\s+/i;

export function parseFilter(filter: unknown): Comparison[] {
  if (filter === undefined || filter === '') return [];
  if (typeof filter !== 'string' || filter.length > longestFilter) throw invalidFilter();
  const found: Comparison[] = [];
  let rest = filter;
  do {
    const match = comparison.exec(rest);
    if (!match) throw invalidFilter();
    const [whole, name = '', given, literal = '""'] = match;
    found.push({
      attribute: plainName(name),
      operator: operators.find((one) => one === given?.toLowerCase()) ?? 'pr',
      value: parseLiteral(literal),
    });
    rest = rest.slice(whole.length);
    const joined = conjunction.exec(rest);
    if (!joined && rest !== '') throw invalidFilter();
    rest = rest.slice(joined?.[0].length ?? 0);
  } while (rest !== '');
  return found;
}

/** Without the schema URN, and without a filter within the path, since these lists have one entry. */
const plainName = (name: string): string =>
  name
    .replace(/^urn:.*:/i, '')
    .replace(/\[[^\][]*\]/, '')
    .toLowerCase();

function parseLiteral(literal: string): string {
  try {
    return String(parseForeignJson(literal));
  } catch {
    throw invalidFilter();
  }
}

const invalidFilter = (): ScimError =>
  new ScimError(400, 'This filter is not supported: use comparisons joined by "and"', 'invalidFilter');

/** @param getValues By attribute in lower case: all its values. Not called without comparisons. */
export function matches(
  comparisons: readonly Comparison[],
  getValues: () => Readonly<Record<string, readonly string[]>>,
): boolean {
  if (comparisons.length === 0) return true;
  const values = getValues();
  return comparisons.every(({ attribute, operator, value }) => {
    const texts = Object.hasOwn(values, attribute) ? values[attribute] : undefined;
    if (!texts) throw invalidFilter();
    const [wanted, own] = [value.toLowerCase(), texts.map((text) => text.toLowerCase())];
    switch (operator) {
      case 'eq':
        return own.includes(wanted);
      case 'ne':
        return !own.includes(wanted);
      case 'co':
        return own.some((text) => text.includes(wanted));
      case 'sw':
        return own.some((text) => text.startsWith(wanted));
      case 'pr':
        return own.length > 0;
    }
  });
}
