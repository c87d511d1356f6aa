/** Suggestions to continue a search: operators by their prefix, and operands. */
import type { User } from '../../../../wire/users.ts';
import type { KnownTopic } from '../../store/channels/topics.ts';
import { oncePerLive, type Live } from '../../store/live.ts';
import { getConversation } from '../../store/narrow/narrow.ts';
import { knownTopics } from '../channels/topics.ts';
import { lowest } from '../narrow/lowest.ts';
import { peopleByName } from '../people/people.ts';
import { fold } from '../text/fold.ts';
import { fuzzyRanker } from '../text/fuzzy.ts';
import { suggestedDates } from '../narrow/search-dates.ts';
import { topicName } from '../narrow/names.ts';
import type { UnknownName } from '../narrow/search-terms.ts';
import { getOperator, searchOperators, type SearchOperator } from '../narrow/search-operators.ts';
import { t } from '../text/text.ts';
import { collator } from '../text/collator.ts';

export type SearchSuggestion = {
  key: string;
  /** The whole search with the suggestion. */
  query: string;
  /** What is added: `channel:`, `sender:"Ben Bo"`. */
  written: string;
  about: string;
  /** Whether it is an operator that still needs an operand. */
  isOpen: boolean;
};

const most = 6;
const mostCorrections = 3;

/** The part at the end that is being typed; open quotes may contain spaces. */
const lastPart = /(?:^|\s)(-?)(?:([a-z][a-z-]*):)?("[^"]*|[^\s"]*)$/i;

export function searchSuggestions(live: Live, query: string): SearchSuggestion[] {
  const [whole, minus = '', operatorName, typed = ''] = lastPart.exec(query) ?? [];
  if (whole === undefined) return [];
  const before = query.slice(0, query.length - whole.trimStart().length);
  if (operatorName === undefined) return typed.startsWith('"') ? [] : operators(before, minus, typed);
  const operator = getOperator(operatorName.toLowerCase());
  if (operator === undefined) return [];
  const text = typed.replace('"', '');
  return getValues(live, operator, text, query).map(({ value, about }) => {
    const written = `${minus}${operatorName}:${quoted(value)}`;
    return {
      key: written,
      query: `${before}${written} `,
      written,
      about: about ?? t(operator.text),
      isOpen: false,
    };
  });
}

const writtenTerm = /(-?)([a-z][a-z-]*):(?:"([^"]*)"|(\S+))/g;

/** The search with names that begin like the one that nobody has, as `from:"Ben Bo"` for `from:ben`. */
export function correctSearch(live: Live, query: string, { name }: UnknownName): string[] {
  for (const [term, minus = '', operator = '', quoted, bare = ''] of query.matchAll(writtenTerm)) {
    if ((quoted ?? bare).replace(/^[@#]/, '') !== name) continue;
    const fitting = searchSuggestions(live, `${minus}${operator}:"${name}`).slice(0, mostCorrections);
    return fitting.map((one) => query.replace(term, () => one.written));
  }
  return [];
}

/** All operators without input; otherwise those with this prefix. */
const operators = (before: string, minus: string, typed: string): SearchSuggestion[] =>
  searchOperators
    .filter(({ name, also = [] }) => [name, ...also].some((each) => each.startsWith(typed.toLowerCase())))
    .map(({ name, text }) => {
      const written = `${minus}${name}:`;
      return { key: written, query: before + written, written, about: t(text), isOpen: true };
    });

const quoted = (value: string): string =>
  /^[^\s"]+$/.test(value) ? value : `"${value.replaceAll('"', '')}"`;

type Value = {
  value: string;
  /** Distinguishes users with the same name. */
  about?: string;
};

function getValues(live: Live, { value }: SearchOperator, text: string, query: string): Value[] {
  switch (value) {
    case 'channel':
      return best(named(channelNames(live)), text);
    case 'topic':
      return best(named(topicNames(live, query)), text);
    case 'person':
      return best(people(live), text);
    case 'people': {
      const [, before = '', last = ''] = /^(.*,)?(.*)$/.exec(text) ?? [];
      return best(people(live), last).map((one) => ({ ...one, value: before + one.value }));
    }
    case 'near':
      // A number may be the ID of a message.
      return /^\d+$/.test(text) ? [] : best(named(suggestedDates()), text);
    case 'date':
      return best(named(suggestedDates()), text);
    default:
      return best(named(value), text);
  }
}

const named = (names: readonly string[]): Value[] => names.map((value) => ({ value }));

/** Matches, best first, otherwise in the given order. */
function best(values: readonly Value[], text: string): Value[] {
  const getRank = fuzzyRanker(text);
  const fitting: { one: Value; rank: number }[] = [];
  for (const one of values) {
    const rank = getRank(fold(one.value));
    if (rank !== undefined) fitting.push({ one, rank });
  }
  return lowest(fitting, most, (a, b) => a.rank - b.rank).map(({ one }) => one);
}

/** Subscribed channels first. */
function channelNames(live: Live): string[] {
  const own = live.get('subscriptions');
  return [...live.get('channels')]
    .sort(([a, x], [b, y]) => Number(own.has(b)) - Number(own.has(a)) || collator.compare(x.name, y.name))
    .map(([, { name }]) => name);
}

/** Newest first; of the channel in the search, if there is one. */
function topicNames(live: Live, query: string): string[] {
  const wanted = channelIn(query)?.toLocaleLowerCase();
  const isWanted = (channelId: number): boolean =>
    wanted === undefined || live.get('channels').get(channelId)?.name.toLocaleLowerCase() === wanted;
  const listed = [...live.get('channels').keys()].filter(isWanted).flatMap((id) => knownTopics(live, id));
  const all = [...listed, ...topicsAtHand(live, isWanted)].sort((a, b) => b.lastId - a.lastId);
  return [...new Set(all.map(({ topic }) => topic).filter((topic) => !topicName(live, topic).isEmpty))];
}

function topicsAtHand(live: Live, isWanted: (channelId: number) => boolean): KnownTopic[] {
  const { own } = live.peek();
  return [...live.get('messages').values()].flatMap((message) => {
    const to = getConversation(message, own.user_id);
    return to.kind === 'topic' && isWanted(to.channelId) ? { topic: to.topic, lastId: message.id } : [];
  });
}

function channelIn(query: string): string | undefined {
  for (const [, operator = '', quoted, bare] of query.matchAll(/(?:^|\s)([a-z-]+):(?:"([^"]*)"|(\S+))/g))
    if (getOperator(operator)?.value === 'channel') return quoted ?? bare;
  return undefined;
}

/** By name. Users with the same name get an ID, as in mentions. */
const people = oncePerLive((live): readonly Value[] => {
  const all = peopleByName(live);
  const times = new Map<string, number>();
  const getName = (user: User) => user.full_name.toLocaleLowerCase();
  for (const user of all) times.set(getName(user), (times.get(getName(user)) ?? 0) + 1);
  return [
    { value: 'me' },
    ...all.map((user) =>
      times.get(getName(user)) === 1
        ? { value: user.full_name }
        : { value: `${user.full_name}|${user.user_id}`, about: user.delivery_email ?? user.email },
    ),
  ];
});
