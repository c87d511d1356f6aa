/** The text of a notification, and its tag. Whether there is one is decided in `store/narrow/notices.ts`. */
import type { Message } from '../../../../wire/messages.ts';
import type { Live } from '../../store/live.ts';
import { getConversation, narrowKey, type Destination } from '../../store/narrow/narrow.ts';
import { directName, senderName, topicPath } from '../narrow/names.ts';
import { preference } from '../preferences/preferences.ts';
import { t } from '../text/text.ts';

export type NoticeText = { title: string; body: string };

const longestBody = 200;

/** @param said text of the message without markup */
export function noticeText(live: Live, message: Message, said: string): NoticeText {
  const sender = senderName(live, message);
  const isHidden =
    message.type === 'private' && preference(live, 'pm_content_in_desktop_notifications') === false;
  const text = said.replaceAll(/\s+/g, ' ').trim();
  return {
    title: getTitle(live, message, sender),
    body: isHidden ? t('notices.hidden') : shorten(text === '' ? t('notices.file') : text),
  };
}

function getTitle(live: Live, message: Message, sender: string): string {
  const place = getConversation(message, live.get('own').user_id);
  if (place.kind === 'topic') {
    return t('notices.in', { sender, conversation: topicPath(live, place.channelId, place.topic) });
  }
  return place.userIds.length > 1
    ? t('notices.in', { sender, conversation: directName(live, place.userIds) })
    : sender;
}

/** Cuts at grapheme clusters. */
function shorten(text: string): string {
  const characters = [...text];
  return characters.length <= longestBody ? text : `${characters.slice(0, longestBody).join('')}…`;
}

/** A later notification of a conversation replaces the earlier one. */
export const noticeTag = (place: Destination): string => `heddle-${narrowKey(place)}`;
