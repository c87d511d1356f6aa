/** What could come next in a search: operators by their beginning, and what may stand behind each. */
import type { User } from '../../../../wire/users.ts';
import type { KnownTopic } from '../../store/channels/topics.ts';
import { oncePerLive, type Live } from '../../store/live.ts';
import { getConversation } from '../../store/messages/narrow.ts';
import { knownTopics } from '../channels/topics.ts';
import { lowest } from '../narrow/lowest.ts';
import { peopleByName } from '../people/people.ts';
import { fold } from '../text/fold.ts';
import { fuzzyRanker } from '../text/fuzzy.ts';
import { topicName } from '../narrow/names.ts';
import { getOperator, searchOperators, type SearchOperator } from '../narrow/search-operators.ts';
import { t } from '../text/text.ts';
import { collator } from '../text/collator.ts';

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

type Value = {
  value: string;
  /** What distinguishes it from another of the same name. */
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
    case 'number':
      return [];
    default:
      return best(named(value), text);
  }
}

const named = (names: readonly string[]): Value[] => names.map((value) => ({ value }));

/** Those that fit, the best first, else in the order given. */
function best(values: readonly Value[], text: string): Value[] {
  const getRank = fuzzyRanker(text);
  const fitting: { one: Value; rank: number }[] = [];
  for (const one of values) {
    const rank = getRank(fold(one.value));
    if (rank !== undefined) fitting.push({ one, rank });
  }
  return lowest(fitting, most, (a, b) => a.rank - b.rank).map(({ one }) => one);
}

/** One's own channels first. */
function channelNames(live: Live): string[] {
  const own = live.get('subscriptions');
  return [...live.get('channels')]
    .sort(([a, x], [b, y]) => Number(own.has(b)) - Number(own.has(a)) || collator.compare(x.name, y.name))
    .map(([, { name }]) => name);
}

/** The newest first; of the channel that the search names, if it names one. */
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

/** By name. Where two have the same one, an id behind it distinguishes them, as in mentions. */
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
