/** Suggestions for the token at the caret: people, channels, topics, emoji, commands. */
import type { User } from '../../../../wire/users.ts';
import type { Target } from '../../store/writing/drafts.ts';
import { holds } from '../../store/index.ts';
import { oncePerLive, type Live } from '../../store/live.ts';
import { mayInOrganization } from '../channels/channel-rights.ts';
import { searchEmoji, type EmojiEntry } from '../emoji/emoji.ts';
import { peopleByName, prepareNames } from '../people/people.ts';
import { collator } from '../text/collator.ts';
import { fold } from '../text/fold.ts';
import { languages } from '../text/languages.ts';
import type { Glyph } from '../emoji/reactions.ts';
import { withoutResolvedMark } from '../../../../wire/topics.ts';
import { t } from '../text/text.ts';
import { getClock } from '../preferences/preferences.ts';
import { timeSuggestions } from './time-suggestions.ts';
import type { Token } from './writing-token.ts';

export type Suggestion = {
  key: string;
  /** The text that replaces the token. */
  text: string;
  label: string;
  hint?: string;
  /** What is shown before the label. */
  sign?: { userId: number } | { channelId: number } | { glyph: Glyph };
};

export type SuggestionContext = {
  target: Target;
  /** Custom commands of the organization; empty until they are loaded. */
  commands?: readonly OwnCommand[];
  /** Empty until they are loaded. */
  emoji: readonly EmojiEntry[];
  /** Topics of the token's channel, newest first. */
  topics: readonly string[];
};

type OwnCommand = { name: string; description: string };

const most = 8;

/** Best matches first; empty if nothing matches. */
export function suggestionsFor(live: Live, token: Token, known: SuggestionContext): Suggestion[] {
  switch (token.kind) {
    case 'person':
    case 'silent':
      return mentions(live, token, known.target);
    case 'channel':
      return channels(live, token.query);
    case 'topic':
      return topics(token, known.topics);
    case 'emoji':
      return emoji(known.emoji, token.query);
    case 'command':
      return commands(token.query, known.commands ?? []);
    case 'time':
      return timeSuggestions(token.query, Date.now(), getClock(live));
    case 'language':
      return fitting([...languages], token.query, (name) => [name])
        .filter((name) => name !== token.query)
        .map((name) => ({ key: name, text: `${name}\n`, label: name }));
  }
}

/** 0: equal; 1: prefix; 2: prefix of a word; undefined: no match. Both arguments are folded. */
function getRank(name: string, wanted: string): 0 | 1 | 2 | undefined {
  if (name === wanted) return 0;
  if (name.startsWith(wanted)) return 1;
  for (let at = name.indexOf(wanted, 1); at > 0; at = name.indexOf(wanted, at + 1))
    if (between.test(name.charAt(at - 1))) return 2;
  return undefined;
}

const between = /[\s\-_.'/]/;

/** The best match among names; all arguments are folded. */
export function getBest(names: readonly string[], wanted: string): number | undefined {
  let best: number | undefined;
  for (const name of names) {
    const rank = getRank(name, wanted);
    if (rank !== undefined && rank < (best ?? Infinity)) best = rank;
  }
  return best;
}

/**
 * Sorts by match, then nearby items first, then by the given order.
 * @param getNames the best match among them counts
 */
export function fitting<T>(
  all: Iterable<T>,
  query: string,
  getNames: (one: T) => readonly string[],
  isNear: (one: T) => boolean = () => true,
): T[] {
  const wanted = fold(query);
  const found: T[][] = [[], [], [], [], [], []];
  for (const one of all) {
    const best = getBest(getNames(one).map(fold), wanted);
    if (best === undefined) continue;
    const alike = found[best * 2 + Number(!isNear(one))];
    if (alike !== undefined && alike.length < most) alike.push(one);
  }
  return found.flat().slice(0, most);
}

function mentions(live: Live, token: Token, target: Target): Suggestion[] {
  const sign = token.kind === 'silent' ? '@_' : '@';
  const all = [
    ...people(live, target, sign, token.query),
    ...(token.kind === 'silent' ? [] : suggestWildcards(live, target)),
    ...groups(live, sign, token.kind === 'silent'),
  ];
  return fitting(all, token.query, ({ label }) => [label]);
}

/** Above this size, only some people may use wildcard mentions. */
const mostForAnybody = 15;

function mayMentionAll(live: Live, target: Target): boolean {
  const channel =
    target.kind === 'topic' && target.channelId !== undefined
      ? live.get('channels').get(target.channelId)
      : undefined;
  return (
    channel === undefined ||
    channel.subscriber_count <= mostForAnybody ||
    mayInOrganization(live, 'can_mention_many_users_group')
  );
}

const suggestWildcards = (live: Live, target: Target): Suggestion[] => [
  ...(mayMentionAll(live, target)
    ? [{ key: 'all', text: '@**all** ', label: 'all', hint: t('compose.mentionAll') }]
    : []),
  ...(target.kind === 'topic'
    ? [{ key: 'topic', text: '@**topic** ', label: 'topic', hint: t('compose.mentionTopic') }]
    : []),
];

/** How many users have each name. Counted when users change, not with each key press. */
const namesakes = oncePerLive((live) => {
  const times = new Map<string, number>();
  for (const { full_name: name } of peopleByName(live)) times.set(name, (times.get(name) ?? 0) + 1);
  return times;
});

/** Prepares the data of all users for the first mention, which takes a while; call it when the page is idle. */
export function prepareMentions(live: Live): void {
  prepareNames(live);
  namesakes(live);
}

let lastPeople: { all: readonly User[]; wanted: string; found: readonly User[] } | undefined;

/** Matching users by name; continues from the matches of the shorter text before. */
function peopleCalled(live: Live, query: string): readonly User[] {
  const [all, wanted] = [peopleByName(live), fold(query)];
  const isLonger =
    lastPeople?.all === all && wanted !== lastPeople.wanted && wanted.startsWith(lastPeople.wanted);
  const among = isLonger && lastPeople !== undefined ? lastPeople.found : all;
  const found =
    wanted === '' ? all : among.filter(({ full_name: name }) => getRank(fold(name), wanted) !== undefined);
  lastPeople = { all, wanted, found };
  return found;
}

/** Members of the conversation come first. */
function people(live: Live, target: Target, sign: string, query: string): Suggestion[] {
  const times = namesakes(live);
  const near = peopleNear(live, target);
  return fitting(
    peopleCalled(live, query),
    query,
    ({ full_name: name }) => [name],
    ({ user_id: id }) => near.has(id),
  ).map(({ user_id: id, full_name: name, email, is_bot: isBot }) => ({
    key: `user:${id}`,
    text: `${sign}**${times.get(name) === 1 ? name : `${name}|${id}`}** `,
    label: name,
    hint: isBot ? t('compose.bot') : email,
    sign: { userId: id },
  }));
}

function peopleNear(live: Live, target: Target): ReadonlySet<number> {
  if (target.kind === 'direct') return new Set(target.userIds);
  if (target.channelId === undefined) return new Set();
  return live.get('subscribers').get(target.channelId)?.ids ?? new Set();
}

/** Without groups that only permissions use, and those that the person may not mention. */
function groups(live: Live, sign: string, isSilent: boolean): Suggestion[] {
  const all = live.get('groups');
  const ownId = live.get('own').user_id;
  return [...all.values()]
    .filter((group) => !group.deactivated && !group.is_system_group)
    .filter((group) => isSilent || holds(all, group.can_mention_group, ownId))
    .toSorted((a, b) => a.name.localeCompare(b.name))
    .map(({ id, name, members }) => ({
      key: `group:${id}`,
      text: `${sign}*${name}* `,
      label: name,
      hint: t('compose.group', { count: members.size }),
    }));
}

type NamedChannel = { id: number; name: string; description: string };

/** Subscribed channels first. */
export const channelsInOrder = oncePerLive((live): NamedChannel[] => {
  const own = live.get('subscriptions');
  return [...live.get('channels')]
    .filter(([, channel]) => !channel.is_archived)
    .map(([id, { name, description }]) => ({ id, name, description }))
    .sort((a, b) => Number(own.has(b.id)) - Number(own.has(a.id)) || collator.compare(a.name, b.name));
});

const channels = (live: Live, query: string): Suggestion[] =>
  fitting(channelsInOrder(live), query, ({ name }) => [name]).map(({ id, name, description }) => ({
    key: `channel:${id}`,
    text: `#**${name}** `,
    label: name,
    hint: description,
    sign: { channelId: id },
  }));

function topics({ channel = '', query }: Token, names: readonly string[]): Suggestion[] {
  const known = names.filter((name) => name !== '' && !name.includes('**'));
  const found = fitting(known, query, (name) => [withoutResolvedMark(name)]).map((name) => ({
    key: `topic:${name}`,
    text: `#**${channel}>${name}** `,
    label: name,
  }));
  const wanted = query.trim();
  const isNew = wanted !== '' && !known.some((name) => name.toLowerCase() === wanted.toLowerCase());
  const own = { key: 'new', text: `#**${channel}>${wanted}** `, label: wanted, hint: t('compose.newTopic') };
  return isNew ? [...found.slice(0, most - 1), own] : found;
}

const emoji = (entries: readonly EmojiEntry[], query: string): Suggestion[] =>
  searchEmoji(entries, query, most).map(({ emoji_name: name, glyph, names }) => ({
    key: name,
    text: `:${name}: `,
    label: names.find((each) => each.includes(query.toLowerCase())) ?? name,
    sign: { glyph },
  }));

const suggestedCommand = (key: string, hint: string): Suggestion => ({
  key,
  text: `/${key} `,
  label: `/${key}`,
  hint,
});

const commands = (query: string, own: readonly OwnCommand[]): Suggestion[] =>
  fitting(
    [
      { key: 'me', text: '/me ', label: '/me', hint: t('compose.commandMe') },
      { key: 'poll', text: '/poll ', label: '/poll', hint: t('widgets.commandPoll') },
      { key: 'todo', text: '/todo ', label: '/todo', hint: t('widgets.commandTodo') },
      ...own.map(({ name, description }) => suggestedCommand(name, description)),
      suggestedCommand('dark', t('compose.commandDark')),
      suggestedCommand('light', t('compose.commandLight')),
    ],
    query,
    ({ key }) => [key],
  );
