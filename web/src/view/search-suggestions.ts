/** What could come next in a search: operators by their beginning, and what may stand behind each. */
import type { Live } from '../store/live.ts';
import { conversationOf } from '../store/narrow.ts';
import { fuzzyRank } from './fuzzy.ts';
import { topicName } from './names.ts';
import { operatorOf, searchOperators, type SearchOperator } from './search-operators.ts';
import { t } from './text.ts';

export type SearchSuggestion = {
  key: string;
  /** The whole search with this in it. */
  query: string;
  /** What would be written: `channel:`, `sender:"Ben Bo"`. */
  written: string;
  about: string;
  /** An operator still lacks what stands behind it. */
  isOpen: boolean;
};

const most = 6;

/** The part that is being written: quotes that are still open hold spaces. */
const lastPart = /(?:^|\s)(-?)(?:([a-z][a-z-]*):)?("[^"]*|[^\s"]*)$/i;

export function searchSuggestions(live: Live, query: string): SearchSuggestion[] {
  const [whole, minus = '', operatorName, typed = ''] = lastPart.exec(query) ?? [];
  if (whole === undefined) return [];
  const before = query.slice(0, query.length - whole.trimStart().length);
  if (operatorName === undefined) return typed.startsWith('"') ? [] : operators(before, minus, typed);
  const operator = operatorOf(operatorName.toLowerCase());
  if (operator === undefined) return [];
  const text = typed.replace('"', '');
  return valuesOf(live, operator, text, query)
    .slice(0, most)
    .map((value) => {
      const written = `${minus}${operatorName}:${quoted(value)}`;
      return { key: written, query: `${before}${written} `, written, about: t(operator.text), isOpen: false };
    });
}

/** Nothing typed shows them all; what is typed has to be a beginning. */
const operators = (before: string, minus: string, typed: string): SearchSuggestion[] =>
  searchOperators
    .filter(({ name, also = [] }) => [name, ...also].some((each) => each.startsWith(typed.toLowerCase())))
    .map(({ name, text }) => {
      const written = `${minus}${name}:`;
      return { key: written, query: before + written, written, about: t(text), isOpen: true };
    });

const quoted = (value: string): string =>
  /^[^\s"]+$/.test(value) ? value : `"${value.replaceAll('"', '')}"`;

function valuesOf(live: Live, { value }: SearchOperator, text: string, query: string): string[] {
  switch (value) {
    case 'channel':
      return best(channelNames(live), text);
    case 'topic':
      return best(topicNames(live, query), text);
    case 'person':
      return best(['me', ...peopleNames(live)], text);
    case 'people': {
      const [, before = '', last = ''] = /^(.*,)?(.*)$/.exec(text) ?? [];
      return best(['me', ...peopleNames(live)], last).map((name) => before + name);
    }
    case 'number':
      return [];
    default:
      return best(value, text);
  }
}

/** Fitting names, the best first, else in the order given. */
const best = (names: readonly string[], text: string): string[] =>
  names
    .flatMap((name) => {
      const rank = fuzzyRank(name, text);
      return rank === undefined ? [] : { name, rank };
    })
    .sort((a, b) => a.rank - b.rank)
    .map(({ name }) => name);

const collator = new Intl.Collator(undefined, { sensitivity: 'base', numeric: true });

/** One's own channels first. */
function channelNames(live: Live): string[] {
  const own = live.get('subscriptions');
  return [...live.get('channels')]
    .sort(([a, x], [b, y]) => Number(own.has(b)) - Number(own.has(a)) || collator.compare(x.name, y.name))
    .map(([, { name }]) => name);
}

/** Those of messages at hand, the newest first; of the channel that the search names, if it names one. */
function topicNames(live: Live, query: string): string[] {
  const wanted = channelIn(query)?.toLocaleLowerCase();
  live.get('messages');
  const { messages, channels, own } = live.peek();
  const names = new Set<string>();
  for (const message of [...messages.values()].sort((a, b) => b.id - a.id)) {
    const to = conversationOf(message, own.user_id);
    if (to.kind === 'direct' || topicName(live, to.topic).isEmpty) continue;
    const isWanted = wanted === undefined || channels.get(to.channelId)?.name.toLocaleLowerCase() === wanted;
    if (isWanted) names.add(to.topic);
  }
  return [...names];
}

function channelIn(query: string): string | undefined {
  for (const [, operator = '', quoted, bare] of query.matchAll(/(?:^|\s)([a-z-]+):(?:"([^"]*)"|(\S+))/g))
    if (operatorOf(operator)?.value === 'channel') return quoted ?? bare;
  return undefined;
}

const peopleNames = (live: Live): string[] =>
  [...live.get('users').values()]
    .filter((user) => user.is_active)
    .map((user) => user.full_name)
    .sort((a, b) => collator.compare(a, b));
