/** The rows below the search field, in order. */
import type { Live } from '../../../store/live.ts';
import { findCommands, type CommandItem } from '../../../view/search/commands.ts';
import { searchSuggestions, type SearchSuggestion } from '../../../view/search/search-suggestions.ts';
import { findSwitcherItems, isLooseMatch, type SwitcherItem } from '../../../view/search/switcher.ts';
import type { TextKey } from '../../../view/text/text.ts';
import type { SearchMode } from './state.ts';

export type SearchRow = { key: string; section: TextKey } & (
  | { kind: 'run'; query: string }
  | { kind: 'earlier'; query: string }
  | { kind: 'suggestion'; suggestion: SearchSuggestion }
  | { kind: 'item'; item: SwitcherItem }
  | { kind: 'command'; command: CommandItem }
);

export type RowsInput = {
  live: Live;
  mode: SearchMode;
  query: string;
  items: readonly SwitcherItem[];
  commands: readonly CommandItem[];
  /** The key of the current conversation. */
  here: string | undefined;
  earlier: readonly string[];
};

const mostItems = 9;
const mostEarlier = 4;
const mostCommands = 5;

export function searchRows({ live, mode, query, items, commands, here, earlier }: RowsInput): SearchRow[] {
  const text = query.trim();
  const suggestions = searchSuggestions(live, query).map(suggestionRow);
  const goals = findSwitcherItems(items, text, here, mostItems);
  const places = goals.map((item): SearchRow => ({
    kind: 'item',
    key: item.key,
    section: text === '' ? 'search.latest' : 'search.goals',
    item,
  }));
  const actions = findCommands(commands, text, mostCommands).map(commandRow);
  if (text === '') {
    const before = earlier.slice(0, mostEarlier).map(earlierRow);
    return mode === 'search' ? [...before, ...suggestions, ...places] : [...places, ...actions, ...before];
  }
  const run: SearchRow = { kind: 'run', key: 'run', section: 'search.messages', query: text };
  // An operator without an operand would be an invalid search.
  if (/(?:^|\s)-?[a-z-]+:$/.test(query)) return suggestions;
  // An incomplete name is completed by suggestions; a complete one can be searched for.
  const isHalf = isOpenValue(query) && !suggestions.some((row) => isWritten(row, query));
  if (isHalf) return [...suggestions, run];
  if (/(?:^|\s)-?[a-z-]+:\S/.test(text)) return [run, ...suggestions];
  if (mode === 'search') return [run, ...suggestions, ...places, ...actions];
  const [best] = goals;
  const found = best && isLooseMatch(best, text) ? [...actions, ...places] : [...places, ...actions];
  return [...found, run, ...suggestions];
}

/** Whether the text ends with an operand. */
const isOpenValue = (query: string): boolean => /(?:^|\s)-?[a-z-]+:(?:"[^"]*|[^\s"]+)$/i.test(query);

const isWritten = (row: SearchRow, query: string): boolean =>
  row.kind === 'suggestion' &&
  row.suggestion.query.trim().toLocaleLowerCase() === query.trim().toLocaleLowerCase();

const suggestionRow = (suggestion: SearchSuggestion): SearchRow => ({
  kind: 'suggestion',
  key: `suggestion ${suggestion.key}`,
  section: 'search.operators',
  suggestion,
});

const commandRow = (command: CommandItem): SearchRow => ({
  kind: 'command',
  key: `command ${command.name}`,
  section: 'search.commands',
  command,
});

const earlierRow = (query: string): SearchRow => ({
  kind: 'earlier',
  key: `earlier ${query}`,
  section: 'search.earlier',
  query,
});
