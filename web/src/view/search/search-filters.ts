/** A search as it is edited: complete filters, and the text that is still being typed. */
import { getOperator } from '../narrow/search-operators.ts';

export type EditedSearch = { filters: readonly string[]; text: string };

/** A filter is complete when it is followed by a space. */
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

/** Turns the last filter back into text if there is no text after it; otherwise removes it. */
export function withoutLast({ filters, text }: EditedSearch): EditedSearch {
  const last = filters.at(-1) ?? '';
  return { filters: filters.slice(0, -1), text: text === '' ? last : text };
}
