/** Desktop notifications, sounds, and the unread count of the icon. */
import { computed, effect } from '@preact/signals';
import type { Event } from '../../../../../wire/events.ts';
import type { Message } from '../../../../../wire/messages.ts';
import { noticeText as plainText } from '../../../../../wire/plain-text/notice-text.ts';
import { fetchMessage } from '../../../actions/messages/lookups.ts';
import type { Client } from '../../../connection/client.ts';
import { getConversation, matches, type Narrow } from '../../../store/narrow/narrow.ts';
import { findNoticeMethods } from '../../../store/narrow/notices.ts';
import { parseAddress } from '../../../view/narrow/address.ts';
import { getClock, preference } from '../../../view/preferences/preferences.ts';
import { getDayAndTime } from '../../../view/text/times.ts';
import { noticeTag, noticeText } from '../../../view/inbox/notices.ts';
import { describeWidgetIn } from '../../../view/messages/widget-words.ts';
import { unreadCount } from '../../../view/channels/unread-count.ts';
import { getHref, navigate } from '../../page/location.ts';
import { noticePermission } from './permission.ts';
import { closeNotice, showNotice } from './show.ts';
import { playSound } from './sound.ts';

export type Notices = {
  /** @param looked the narrow that was visible when the messages arrived */
  onEvents(events: readonly Event[], looked: Narrow | undefined): void;
};

/** The time within which all tabs receive the same message. */
const claimMs = 10_000;

export function startNotices(client: Client): Notices {
  const { live } = client;
  const count = computed(() => unreadCount(live));
  effect(() => void showCount(count.value));
  /** The last message of each visible notification. */
  const standing = new Map<string, number>();
  return {
    onEvents(events, looked) {
      for (const event of events) {
        if (event.type === 'heddle_urgent_notification')
          void notifyUrgently(client, event.message_id, { looked, standing });
        const message = event.type === 'message' ? live.message(event.message.id) : undefined;
        if (message !== undefined) void notify(client, message, { looked, standing });
      }
      for (const [tag, id] of standing) {
        if (live.peek().unreads.places.has(id)) continue;
        standing.delete(tag);
        void closeNotice(tag);
      }
    },
  };
}

interface Circumstances {
  /** The narrow that was visible when the message arrived. */
  looked: Narrow | undefined;
  /** The last message of each visible notification. */
  standing: Map<string, number>;
  /** Shown although the person is not to be disturbed. */
  isUrgent?: true;
}

/** Notifies about a message that came before, perhaps before this page was opened. */
async function notifyUrgently(client: Client, id: number, circumstances: Circumstances): Promise<void> {
  const { live } = client;
  if (!live.peek().unreads.places.has(id)) return;
  if (live.message(id) === undefined) await fetchMessage(client, id);
  const message = live.message(id);
  if (message !== undefined) await notify(client, message, { ...circumstances, isUrgent: true });
}

async function notify(
  client: Client,
  message: Message,
  { looked, standing, isUrgent }: Circumstances,
): Promise<void> {
  const { live } = client;
  const { isShown, isAudible } = findNoticeMethods(live.peek(), message);
  if (!isShown && !isAudible) return;
  if (!isUrgent && (await isQuiet(client))) return;
  const isSeen = looked !== undefined && matches(looked, message, live.peek()) === true;
  claim(message.id, () => {
    if (isSeen) return;
    if (isAudible) playSound(preference(live, 'notification_sound') ?? 'ding');
    if (!isShown || noticePermission.peek() !== 'granted') return;
    const place = getConversation(message, live.peek().own.user_id);
    const tag = noticeTag(place);
    standing.set(tag, message.id);
    const said =
      describeWidgetIn(live, message) ?? plainText(message.content, (moment) => describeMoment(live, moment));
    const text = noticeText(live, message, said);
    const path = getHref({ screen: 'narrow', narrow: place });
    void showNotice(
      { ...text, tag, path, messageId: message.id },
      {
        path: (to) => navigate(parseAddress(to)),
        message: (near) => navigate({ screen: 'narrow', narrow: place, near }),
      },
    );
  });
}

/** Loaded for those who have set something. If it cannot be, they are notified. */
async function isQuiet({ live }: Client): Promise<boolean> {
  const { quiet, own } = live.peek();
  if (!quiet.has(own.user_id)) return false;
  const loaded = await import('../../../view/people/quiet.ts').catch(() => undefined);
  return loaded?.quietEnd(live, own.user_id) !== undefined;
}

/** The first tab of a browser shows the notification, unless the active tab shows the message. */
function claim(id: number, act: () => void): void {
  if (!('locks' in navigator)) {
    act();
    return;
  }
  void navigator.locks.request(`heddle-notice-${String(id)}`, { ifAvailable: true }, async (lock) => {
    if (lock === null) return;
    act();
    await new Promise((resolve) => setTimeout(resolve, claimMs));
  });
}

const describeMoment = (live: Client['live'], moment: Date): string =>
  getDayAndTime(moment.getTime() / 1000, Date.now() / 1000, getClock(live));

/** The favicon, and the badge of the installed app, with the unread count. */

const file = '/icon.svg';
const most = 99;

/** Position in the icon of 32 by 32, large enough to be read at 16 pixels. */
function badge(text: string): string {
  const [x, width] = text.length > 1 ? [8, 24] : [13, 19];
  const middle = x + width / 2;
  const shape = `<rect x="${x}" y="12" width="${width}" height="20" rx="9" fill="#c92a3c"/>`;
  const font = 'font-family="sans-serif" font-size="17" font-weight="700" text-anchor="middle"';
  return `${shape}<text x="${middle}" y="28" fill="#fff" ${font}>${text}</text>`;
}

let drawing: Promise<string> | undefined;

async function withBadge(text: string): Promise<string> {
  drawing ??= fetch(file)
    .then((response) => response.text())
    .catch((error: unknown) => {
      drawing = undefined;
      throw error;
    });
  return `data:image/svg+xml,${encodeURIComponent((await drawing).replace('</svg>', `${badge(text)}</svg>`))}`;
}

let shown = 0;

async function showCount(count: number): Promise<void> {
  shown = count;
  // Rejected if the page is not installed.
  if ('setAppBadge' in navigator) navigator.setAppBadge(count).catch(() => undefined);
  const href = count === 0 ? file : await withBadge(count > most ? '∞' : String(count)).catch(() => file);
  const link = document.querySelector<HTMLLinkElement>('link[rel=icon]');
  // The number may have changed while the icon was fetched.
  if (link && shown === count) link.href = href;
}
