/** Push notifications, which arrive while no page is open, and replies to them. */
import { makeNotice, noticeTag, type NoticeData, type Push } from './push-notice.ts';
import type { NoticeEvent, PushedEvent, ShownNotice, SubscriptionEvent, WorkerScope } from './scope.ts';

const api = '/api/v1';

export async function receivePush(scope: WorkerScope, event: PushedEvent): Promise<void> {
  // The push service delivers what the server has encrypted, in the form of docs/push.md.
  const push = event.data?.json() as Push | undefined;
  if (push === undefined) return;
  if (push.type === 'remove') return removeNotices(scope, push.message_ids);
  // The page is visible and shows the message itself.
  const windows = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (push.type === 'message' && windows.some(({ focused }) => focused)) return;
  // Called before a notification is shown: listing them makes Chromium drop one that is about to be shown.
  const standing = await scope.registration.getNotifications();
  const tag = push.type === 'message' ? noticeTag(push) : undefined;
  const replaced = standing.filter((notice) => notice.tag === tag);
  const before = replaced.flatMap((notice) => noticeData(notice).messageIds ?? []);
  const { title, options } = makeNotice(push, before);
  await scope.registration.showNotification(title, options);
  await showCount(scope, standing.length - replaced.length + 1);
}

/** @returns whether the click has been handled */
export async function handleNotificationAction(scope: WorkerScope, event: NoticeEvent): Promise<boolean> {
  const { notification, action } = event;
  const data = noticeData(notification);
  const reply = event.reply?.trim() ?? '';
  if (action === 'read') {
    notification.close();
    await markRead(data);
  } else if (action === 'reply' && reply !== '') {
    notification.close();
    await sendReply(scope, notification.title, data, reply);
  } else return false;
  await countAgain(scope);
  return true;
}

/** The session in this browser has ended. */
export async function removeAllNotices(scope: WorkerScope): Promise<void> {
  // Without permission there are none, and a browser without notifications terminates the page that lists them.
  if (Notification.permission !== 'granted') return;
  for (const notice of await scope.registration.getNotifications()) notice.close();
  await countAgain(scope);
}

/** The push service has changed the endpoint of this browser. */
export async function renewSubscription(scope: WorkerScope, event: SubscriptionEvent): Promise<void> {
  const options = event.oldSubscription?.options;
  const renewed =
    event.newSubscription ?? (options && (await scope.registration.pushManager.subscribe(options)));
  if (!renewed) return;
  const { endpoint, keys } = renewed.toJSON();
  await post('/heddle/push_subscriptions', { endpoint: endpoint ?? '', ...keys });
}

async function removeNotices(scope: WorkerScope, messageIds: readonly number[]): Promise<void> {
  const gone = new Set(messageIds);
  for (const notice of await scope.registration.getNotifications())
    if (noticeData(notice).messageIds?.every((id) => gone.has(id)) === true) notice.close();
  await countAgain(scope);
}

const noticeData = ({ data }: ShownNotice): Partial<NoticeData> => data ?? {};

const markRead = ({ messageIds = [] }: Partial<NoticeData>): Promise<boolean> =>
  post('/messages/flags', { messages: JSON.stringify(messageIds), op: 'add', flag: 'read' });

/** A reply that could not be sent is shown in a notification, so that no text is lost silently. */
async function sendReply(
  scope: WorkerScope,
  title: string,
  data: Partial<NoticeData>,
  content: string,
): Promise<void> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  const isSent = await post('/messages', { ...data.to, content, read_by_sender: 'true' }, headers);
  if (isSent) await markRead(data);
  else
    await scope.registration.showNotification(data.labels?.failed ?? title, {
      body: content,
      data: { path: data.path },
      icon: '/icons/192.png',
    });
}

async function post(
  path: string,
  fields: Readonly<Record<string, string>>,
  headers: Readonly<Record<string, string>> = {},
): Promise<boolean> {
  const response = await fetch(api + path, {
    method: 'POST',
    credentials: 'same-origin',
    headers: { 'X-Heddle-Client': 'web', ...headers },
    body: new URLSearchParams(fields),
  }).catch(() => undefined);
  return response?.ok === true;
}

/** Sets the badge of the installed app while no page is open to count. */
async function showCount({ navigator }: WorkerScope, count: number): Promise<void> {
  await navigator.setAppBadge?.(count).catch(() => undefined);
}

async function countAgain(scope: WorkerScope): Promise<void> {
  await showCount(scope, (await scope.registration.getNotifications()).length);
}
