/** The types of a service worker's global scope, as far as it is used here: those of pages lack them. */

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
  /** Name of the button; empty for the notification itself. */
  readonly action: string;
  /** The text of an inline reply, where the system supports it. */
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
