/** Display names of users, channels and topics. */
import type { Message } from '../../../../wire/messages.ts';
import type { SystemBot, User } from '../../../../wire/users.ts';
import type { Live } from '../../store/live.ts';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { isResolved, withoutResolvedMark } from '../../../../wire/topics.ts';
import type { ChannelNames } from './address.ts';
import { viewOfSearch } from './view-searches.ts';
import { joinNames, joinPath } from '../text/list.ts';
import { t } from '../text/text.ts';

/** A user, a bot of the organization, or a system bot. */
export const findAccount = (live: Live, id: number): User | SystemBot | undefined =>
  live.get('users').get(id) ?? live.get('systemBots').get(id);

/** @param otherwise the name of a user who is not loaded, as in a message */
export function personName(live: Live, id: number, otherwise?: string): string {
  return findAccount(live, id)?.full_name ?? otherwise ?? (live.hasPeople.value ? t('people.unknown') : '…');
}

/** Name of the sender of a message, also before users are loaded. */
export const senderName = (live: Live, { sender_id: id, sender_full_name: name }: Message): string =>
  personName(live, id, name);

/** "Ben, Cat", or the person's own name. */
export function directName(live: Live, userIds: readonly number[]): string {
  if (userIds.length === 0) return t('direct.self', { name: live.get('own').full_name });
  return joinNames(userIds.map((id) => personName(live, id)));
}

export const channelName = (live: Live, id: number): string =>
  live.get('channels').get(id)?.name ?? t('channel.unknown');

export const channelColor = (live: Live, id: number): string | undefined =>
  live.get('subscriptions').get(id)?.color;

/** Display name of the empty topic; a server without a configured one uses English. */
export function emptyTopicName(live: Live): string {
  const name = live.get('organization').realm_empty_topic_display_name;
  return name === undefined || name === 'general chat' ? t('topic.empty') : name;
}

/** Display name of a topic: without the resolved mark, and with a name for the empty topic. */
export function topicName(
  live: Live,
  topic: string,
): { name: string; isResolved: boolean; isEmpty: boolean } {
  const name = withoutResolvedMark(topic);
  const isEmpty = name === '';
  return { name: isEmpty ? emptyTopicName(live) : name, isResolved: isResolved(topic), isEmpty };
}

export const topicPath = (live: Live, channelId: number, topic: string): string =>
  joinPath(channelName(live, channelId), topicName(live, topic).name);

export function narrowName(live: Live, narrow: Narrow): string {
  switch (narrow.kind) {
    case 'feed':
    case 'mentions':
    case 'starred':
      return t(`views.${narrow.kind}`);
    case 'channel':
      return channelName(live, narrow.channelId);
    case 'topic':
      return topicPath(live, narrow.channelId, narrow.topic);
    case 'direct':
      return directName(live, narrow.userIds);
    case 'search':
      return searchName(narrow.query);
  }
}

function searchName(query: string): string {
  const view = viewOfSearch(query);
  return view === undefined ? t('views.search', { query }) : t(`views.${view}`);
}

/** Names in addresses. Does not subscribe to changes. */
export const getNames = (live: Live): ChannelNames => ({
  channel: (id) => live.peek().channels.get(id)?.name,
});
