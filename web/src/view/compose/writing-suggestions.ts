/** What can be put in the place of what is being written. */
import { computed, type ReadonlySignal } from '@preact/signals';
import type { Target } from '../../store/writing/drafts.ts';
import { holds, type Users } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';
import { mayInOrganization } from '../channels/channel-rights.ts';
import { searchEmoji, type EmojiEntry } from '../emoji/emoji.ts';
import { languages } from '../text/languages.ts';
import type { Glyph } from '../emoji/reactions.ts';
import { resolvedMark } from '../narrow/names.ts';
import { t } from '../text/text.ts';
import type { Token } from './writing-token.ts';

export type Suggestion = {
  key: string;
  /** What is written in the place of the token. */
  text: string;
  label: string;
  hint?: string;
  /** What stands before the label. */
  sign?: { userId: number } | { channelId: number } | { glyph: Glyph };
};

export type SuggestionContext = {
  target: Target;
  /** Of the organization; empty until they have come. */
  commands?: readonly OwnCommand[];
  /** Empty until they have come. */
  emoji: readonly EmojiEntry[];
  /** Of the channel of the token, the latest first. */
  topics: readonly string[];
};

type OwnCommand = { name: string; description: string };

type User = Users extends Map<number, infer One> ? One : never;

const most = 8;

/** The best first; nothing when nothing fits. */
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
    case 'language':
      return fitting([...languages], token.query, (name) => [name])
        .filter((name) => name !== token.query)
        .map((name) => ({ key: name, text: `${name}\n`, label: name }));
  }
}

const known = new Map<string, string>();
/** More than all names of a large organization. */
const mostKnown = 50_000;

/** Asked for every name at every key that is typed. */
function bare(text: string): string {
  const found = known.get(text);
  if (found !== undefined) return found;
  const made = text
    .normalize('NFD')
    .replaceAll(/\p{Mark}/gu, '')
    .toLowerCase();
  if (known.size >= mostKnown) known.clear();
  known.set(text, made);
  return made;
}

/** 0: is it; 1: begins with it; 2: a word of it does; undefined: does not. Marks above letters need not be written. */
function getRank(name: string, query: string): number | undefined {
  const [all, wanted] = [bare(name), bare(query)];
  if (all === wanted) return 0;
  if (all.startsWith(wanted)) return 1;
  for (let at = all.indexOf(wanted, 1); at > 0; at = all.indexOf(wanted, at + 1))
    if (between.test(all.charAt(at - 1))) return 2;
  return undefined;
}

const between = /[\s\-_.'/]/;

/** In the order in which they came, by how well they fit. */
export function fitting<T>(all: readonly T[], query: string, getNames: (one: T) => readonly string[]): T[] {
  return all
    .flatMap((one) => {
      const ranks = getNames(one).flatMap((name) => getRank(name, query) ?? []);
      return ranks.length === 0 ? [] : [{ one, rank: Math.min(...ranks) }];
    })
    .sort((a, b) => a.rank - b.rank)
    .slice(0, most)
    .map(({ one }) => one);
}

function mentions(live: Live, token: Token, target: Target): Suggestion[] {
  const sign = token.kind === 'silent' ? '@_' : '@';
  const all = [
    ...people(live, target, sign, token.query),
    ...(token.kind === 'silent' ? [] : everybody(live, target)),
    ...groups(live, sign, token.kind === 'silent'),
  ];
  return fitting(all, token.query, ({ label }) => [label]);
}

/** Up to so many everyone may be called by anyone. */
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

const everybody = (live: Live, target: Target): Suggestion[] => [
  ...(mayMentionAll(live, target)
    ? [{ key: 'all', text: '@**all** ', label: 'all', hint: t('compose.mentionAll') }]
    : []),
  ...(target.kind === 'topic'
    ? [{ key: 'topic', text: '@**topic** ', label: 'topic', hint: t('compose.mentionTopic') }]
    : []),
];

const collator = new Intl.Collator();

/** By name, and how many have each. */
type Everyone = { all: readonly User[]; times: ReadonlyMap<string, number> };

const everyoneBy = new WeakMap<Live, ReadonlySignal<Everyone>>();

/** Put in order when people change, not at every key that is typed. */
function everyone(live: Live): Everyone {
  const made =
    everyoneBy.get(live) ??
    computed(() => {
      const all = [...live.get('users').values()]
        .filter((user) => user.is_active)
        .sort((a, b) => collator.compare(a.full_name, b.full_name));
      const times = new Map<string, number>();
      for (const { full_name: name } of all) times.set(name, (times.get(name) ?? 0) + 1);
      return { all, times };
    });
  everyoneBy.set(live, made);
  return made.value;
}

/** Those who are near come first. */
export function peopleInOrder(live: Live, near: ReadonlySet<number>): readonly User[] {
  const { all } = everyone(live);
  if (near.size === 0) return all;
  const isNear = ({ user_id: id }: User): boolean => near.has(id);
  return [...all.filter(isNear), ...all.filter((user) => !isNear(user))];
}

/** Those of the conversation come first. */
function people(live: Live, target: Target, sign: string, query: string): Suggestion[] {
  const { times } = everyone(live);
  const all = peopleInOrder(live, peopleNear(live, target));
  return fitting(all, query, ({ full_name: name }) => [name]).map(
    ({ user_id: id, full_name: name, email, is_bot: isBot }) => ({
      key: `user:${id}`,
      text: `${sign}**${times.get(name) === 1 ? name : `${name}|${id}`}** `,
      label: name,
      hint: isBot ? t('compose.bot') : email,
      sign: { userId: id },
    }),
  );
}

function peopleNear(live: Live, target: Target): ReadonlySet<number> {
  if (target.kind === 'direct') return new Set(target.userIds);
  if (target.channelId === undefined) return new Set();
  return live.get('subscribers').get(target.channelId)?.ids ?? new Set();
}

/** Without those that only the permissions know, and that the person may not call. */
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

/** One's own before others. */
export function channelsInOrder(live: Live): NamedChannel[] {
  const own = live.get('subscriptions');
  return [...live.get('channels')]
    .filter(([, channel]) => !channel.is_archived)
    .map(([id, { name, description }]) => ({ id, name, description }))
    .sort((a, b) => Number(own.has(b.id)) - Number(own.has(a.id)) || collator.compare(a.name, b.name));
}

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
  const shown = (name: string) => (name.startsWith(resolvedMark) ? name.slice(resolvedMark.length) : name);
  const found = fitting(known, query, (name) => [shown(name)]).map((name) => ({
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
