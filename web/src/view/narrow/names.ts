/** Display names of users, channels and topics. */
import type { Message } from '../../../../wire/messages.ts';
import type { SystemBot, User } from '../../../../wire/users.ts';
import type { Live } from '../../store/live.ts';
import type { Narrow } from '../../store/messages/narrow.ts';
import { isResolved, withoutResolvedMark } from '../../store/messages/resolved-mark.ts';
import type { ChannelNames } from './address.ts';
import { viewOfSearch } from './navigation.ts';
import { joinNames } from '../text/list.ts';
import { t } from '../text/text.ts';

/** A person, a bot of the organization, or one of those that every server has. */
export const findAccount = (live: Live, id: number): User | SystemBot | undefined =>
  live.get('users').get(id) ?? live.get('systemBots').get(id);

/** @param otherwise what someone is called who is not known, as by a message */
export function personName(live: Live, id: number, otherwise?: string): string {
  return findAccount(live, id)?.full_name ?? otherwise ?? (live.hasPeople.value ? t('people.unknown') : '…');
}

/** Who wrote a message, also before people are known. */
export const senderName = (live: Live, { sender_id: id, sender_full_name: name }: Message): string =>
  personName(live, id, name);

/** "Ben, Cat", or oneself. */
export function directName(live: Live, userIds: readonly number[]): string {
  if (userIds.length === 0) return t('direct.self', { name: live.get('own').full_name });
  return joinNames(userIds.map((id) => personName(live, id)));
}

export const channelName = (live: Live, id: number): string =>
  live.get('channels').get(id)?.name ?? t('channel.unknown');

export const channelColor = (live: Live, id: number): string | undefined =>
  live.get('subscriptions').get(id)?.color;

/** The name of the topic without one. A server that has not chosen another says it in English. */
export function emptyTopicName(live: Live): string {
  const name = live.get('organization').realm_empty_topic_display_name;
  return name === undefined || name === 'general chat' ? t('topic.empty') : name;
}

/** A topic as it is shown: without the mark of resolved ones, and with words for the one without a name. */
export function topicName(
  live: Live,
  topic: string,
): { name: string; isResolved: boolean; isEmpty: boolean } {
  const name = withoutResolvedMark(topic);
  const isEmpty = name === '';
  return { name: isEmpty ? emptyTopicName(live) : name, isResolved: isResolved(topic), isEmpty };
}

export function narrowName(live: Live, narrow: Narrow): string {
  switch (narrow.kind) {
    case 'feed':
    case 'mentions':
    case 'starred':
      return t(`views.${narrow.kind}`);
    case 'channel':
      return channelName(live, narrow.channelId);
    case 'topic':
      return `${channelName(live, narrow.channelId)} › ${topicName(live, narrow.topic).name}`;
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

/** For addresses; not a dependency of what is shown. */
export const getNames = (live: Live): ChannelNames => ({
  channel: (id) => live.peek().channels.get(id)?.name,
});
