/**
 * Builds a notification from a push message. The worker is one file that shares no modules with the page: the path and
 * the tag of a notification are repeated here, and tested to be equal.
 */

/** As the server sends it, see docs/push.md. */
type MessagePush = {
  type: 'message';
  message_id: number;
  user_id: number;
  title: string;
  body: string;
  labels?: Labels;
} & (
  | { recipient_type: 'channel'; channel_id: number; topic: string }
  | { recipient_type: 'direct'; user_ids: readonly number[] }
);

/** In the user's language. */
export type Labels = { reply: string; read: string; failed: string };

export type Push =
  | MessagePush
  | { type: 'test'; title: string; body: string }
  | { type: 'remove'; message_ids: readonly number[] };

/** Data stored with a notification, for its actions. */
export type NoticeData = {
  path: string;
  /** IDs of its messages, newest last. Notifications of the page have none. */
  messageIds?: readonly number[];
  /** Parameters of `POST /messages` for a reply. */
  to?: { type: 'stream'; to: string; topic: string } | { type: 'direct'; to: string };
  labels?: Labels;
};

export type PushNotice = {
  title: string;
  options: NotificationOptions & {
    data: NoticeData;
    renotify: boolean;
    actions?: readonly { action: string; type?: 'text'; title: string }[];
  };
};

/** In conversations with more unread messages than this, only the newest are marked as read. */
const mostIds = 100;

/** @param before messages of the notification that it replaces */
export function makeNotice(
  push: Exclude<Push, { type: 'remove' }>,
  before: readonly number[] = [],
): PushNotice {
  const look = { icon: '/icons/192.png', badge: '/icons/192.png' };
  if (push.type === 'test') {
    const data = { path: '/settings/notifications' };
    return {
      title: push.title,
      options: { ...look, body: push.body, tag: 'heddle-test', data, renotify: true },
    };
  }
  const { title, body, labels } = push;
  const data: NoticeData = {
    path: messagePath(push),
    to: replyRecipient(push),
    messageIds: [...before, push.message_id].slice(-mostIds),
    ...(labels && { labels }),
  };
  const actions = labels && [
    { action: 'reply', type: 'text' as const, title: labels.reply },
    { action: 'read', title: labels.read },
  ];
  return {
    title,
    options: { ...look, body, tag: noticeTag(push), data, renotify: true, ...(actions && { actions }) },
  };
}

const othersIn = (userIds: readonly number[], own: number): number[] => userIds.filter((id) => id !== own);

/** Equal to `getPath` of the page. */
function messagePath(push: MessagePush): string {
  if (push.recipient_type === 'channel') {
    // Browsers resolve `.` and `..` in paths even when they are percent-encoded, hence the tilde.
    const topic = encodeURIComponent(push.topic.replace(/^[.~]/, '~$&'));
    return `/channel/${String(push.channel_id)}/topic/${topic}`;
  }
  const others = othersIn(push.user_ids, push.user_id);
  return others.length === 0 ? '/dm/me' : `/dm/${others.join(',')}`;
}

/** Equal to `noticeTag` of the page. */
export function noticeTag(push: MessagePush): string {
  if (push.recipient_type === 'channel')
    return `heddle-topic:${String(push.channel_id)}:${push.topic.normalize('NFKC').toLowerCase()}`;
  const others = othersIn(push.user_ids, push.user_id).sort((a, b) => a - b);
  return `heddle-direct:${others.join(',')}`;
}

function replyRecipient(push: MessagePush): NonNullable<NoticeData['to']> {
  if (push.recipient_type === 'channel')
    return { type: 'stream', to: JSON.stringify(push.channel_id), topic: push.topic };
  return { type: 'direct', to: JSON.stringify(push.user_ids) };
}
