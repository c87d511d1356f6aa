/** A search as it is edited: whole filters, and the text that is still being written. */
import { getOperator } from '../narrow/search-operators.ts';

export type EditedSearch = { filters: readonly string[]; text: string };

/** Whole once a space stands behind it. */
const whole = /(^|\s)(-?([a-z][a-z-]*):(?:"[^"]*"|[^\s"]+))\s/i;

export function splitSearch(query: string): EditedSearch {
  const filters: string[] = [];
  let text = '';
  let rest = query;
  for (let found = whole.exec(rest); found !== null; found = whole.exec(rest)) {
    const [all, space = '', filter = '', operator = ''] = found;
    const isFilter = getOperator(operator.toLowerCase()) !== undefined;
    if (isFilter && !filters.includes(filter)) filters.push(filter);
    text += rest.slice(0, found.index) + space + (isFilter ? '' : all.trimStart());
    rest = rest.slice(found.index + all.length);
  }
  return { filters, text: text + rest };
}

export const joinSearch = ({ filters, text }: EditedSearch): string =>
  filters.map((filter) => `${filter} `).join('') + text;

/** The last filter becomes text again where none is written; else it goes. */
export function withoutLast({ filters, text }: EditedSearch): EditedSearch {
  const last = filters.at(-1) ?? '';
  return { filters: filters.slice(0, -1), text: text === '' ? last : text };
}
