/** What people want to know before they send a message, though nothing prevents it. */
import type { User } from '../../../../wire/users.ts';
import { isResolved } from '../../../../wire/topics.ts';
import { oncePerLive, type Live } from '../../store/live.ts';
import type { Target } from '../../store/writing/drafts.ts';
import { peopleByName } from '../people/people.ts';
import { isInCode } from '../text/pasted.ts';

export type Cautions = {
  /** Mentioned, but without a subscription they are not notified. */
  outsiders: readonly User[];
  isResolved: boolean;
  /** How many other people a wildcard mention notifies, if they are many. */
  everyone: number | undefined;
};

const mention = /@\*\*([^*|\n]+)(?:\|(\d+))?\*\*/g;
const wildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream']);
const manyPeople = 15;

export function cautionsFor(live: Live, to: Target, text: string): Cautions | undefined {
  if (to.kind !== 'topic' || to.channelId === undefined || text.trim() === '') return undefined;
  const channel = live.get('channels').get(to.channelId);
  if (channel === undefined) return undefined;
  const mentions = mentionsIn(text);
  const isForAll = mentions.some(([, name = '']) => wildcards.has(name));
  const count = channel.subscriber_count - 1;
  return {
    outsiders: outsidersAmong(live, to.channelId, mentions),
    isResolved: isResolved(to.topic),
    everyone: isForAll && count > manyPeople ? count : undefined,
  };
}

const mentionsIn = (text: string): RegExpMatchArray[] =>
  [...text.matchAll(mention)].filter(({ index }) => !isInCode({ text, start: index, end: index }));

/** People by the names that the server compares, regardless of case. */
const byName = oncePerLive((live) =>
  Map.groupBy(peopleByName(live), ({ full_name: name }) => name.toLowerCase()),
);

/** Names in mentions without an id that several people have: the server cannot know which of them is meant, and notifies nobody. */
export function sharedNames(live: Live, text: string): string[] {
  if (!text.includes('@**')) return [];
  const shared = mentionsIn(text).flatMap(([, name = '', id]) => {
    const people =
      id === undefined && !wildcards.has(name) ? byName(live).get(name.toLowerCase()) : undefined;
    return people?.[1] === undefined ? [] : [people[0]!.full_name];
  });
  return [...new Set(shared)];
}

const getOnly = (people: readonly User[] = []): User | undefined =>
  people.length === 1 ? people[0] : undefined;

/** Mentioned bots get the message without a subscription. */
function outsidersAmong(live: Live, channelId: number, mentions: readonly RegExpMatchArray[]): User[] {
  const inside = live.get('subscribers').get(channelId);
  if (mentions.length === 0 || inside?.complete !== true) return [];
  const users = live.get('users');
  const mentioned = mentions.map(([, name = '', id]) =>
    id === undefined ? getOnly(byName(live).get(name.toLowerCase())) : users.get(Number(id)),
  );
  return [...new Set(mentioned)].filter(
    (user): user is User =>
      user !== undefined && user.is_active && !user.is_bot && !inside.ids.has(user.user_id),
  );
}
