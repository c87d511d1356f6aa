/** Desktop notifications, one per conversation, which are closed once it has been read. */
import type { NoticeText } from '../../../view/inbox/notices.ts';

export type ShownNotice = NoticeText & {
  /** A later one with the same tag replaces it. */
  tag: string;
  /** The address that a click opens. */
  path: string;
  /** The message that it is about. */
  messageId: number;
};

/** Replaces the browser's notifications, in the desktop app. */
export type NoticePresenter = {
  /** @param open called by a click, with the address of the message */
  show(shown: ShownNotice, open: (messageId: number) => void): void;
  close(tag: string): void;
};

let presenter: NoticePresenter | undefined;

export const presentNoticesBy = (other: NoticePresenter): void => void (presenter = other);

/** Browsers support `renotify`, but the DOM types lack it. */
type Options = NotificationOptions & { renotify: boolean };

const plain = new Map<string, Notification>();

let last: Promise<void> = Promise.resolve();

/**
 * Runs one after another: listing the notifications makes browsers drop one that is about to be shown, so that a click
 * on it has no effect. A notification that the browser refuses, as when the permission has just been revoked, is
 * skipped.
 */
function inTurn(work: () => Promise<void>): Promise<void> {
  last = last.then(work).catch(() => undefined);
  return last;
}

type Opener = { path: (path: string) => void; message: (id: number) => void };

/** @param open called by a click; the service worker handles notifications that outlive the page */
export const showNotice = (shown: ShownNotice, open: Opener): Promise<void> =>
  inTurn(async () => (presenter ? presenter.show(shown, open.message) : show(shown, open.path)));

export const closeNotice = (tag: string): Promise<void> =>
  inTurn(async () => (presenter ? presenter.close(tag) : close(tag)));

async function show({ title, body, tag, path }: ShownNotice, open: (path: string) => void): Promise<void> {
  // The page plays the sound that the person has chosen.
  const options: Options = {
    body,
    tag,
    icon: '/icons/192.png',
    silent: true,
    renotify: true,
    data: { path },
  };
  const worker = await activeWorker();
  if (worker !== undefined) return worker.showNotification(title, options);
  const notice = new Notification(title, options);
  plain.set(tag, notice);
  notice.onclose = () => plain.get(tag) === notice && plain.delete(tag);
  notice.onclick = () => {
    window.focus();
    notice.close();
    open(path);
  };
}

async function close(tag: string): Promise<void> {
  plain.get(tag)?.close();
  const shown = (await (await activeWorker())?.getNotifications({ tag })) ?? [];
  for (const notice of shown) notice.close();
}

/** Phones show notifications only through a service worker. */
async function activeWorker(): Promise<ServiceWorkerRegistration | undefined> {
  if (!('serviceWorker' in navigator)) return undefined;
  const registration = await navigator.serviceWorker.getRegistration();
  return registration?.active ? registration : undefined;
}
