/** What a service worker finds around it, as far as ours uses it: the types of pages do not know it. */

export type WorkerWindow = {
  url: string;
  focused: boolean;
  focus(): Promise<unknown>;
  postMessage(message: unknown): void;
};

interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchedEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export type ShownNotice = {
  readonly title: string;
  readonly tag: string;
  readonly data: unknown;
  close(): void;
};

export interface NoticeEvent extends ExtendableEvent {
  readonly notification: ShownNotice;
  /** Of the button that was pressed; empty for the notification itself. */
  readonly action: string;
  /** What was written beside the button, where the system lets people write there. */
  readonly reply?: string | null;
}

export interface PushedEvent extends ExtendableEvent {
  readonly data: { json(): unknown } | null;
}

export interface SubscriptionEvent extends ExtendableEvent {
  readonly oldSubscription: PushSubscription | null;
  readonly newSubscription: PushSubscription | null;
}

interface Events {
  install: ExtendableEvent;
  activate: ExtendableEvent;
  fetch: FetchedEvent;
  notificationclick: NoticeEvent;
  push: PushedEvent;
  pushsubscriptionchange: SubscriptionEvent;
}

export type WorkerScope = {
  readonly location: { readonly origin: string };
  readonly registration: {
    showNotification(title: string, options: NotificationOptions): Promise<void>;
    getNotifications(filter?: { tag?: string }): Promise<readonly ShownNotice[]>;
    readonly pushManager: PushManager;
  };
  readonly navigator: { setAppBadge?(count: number): Promise<void> };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WorkerWindow[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
};
