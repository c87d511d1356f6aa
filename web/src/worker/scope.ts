/** What a service worker finds around it, as far as ours uses it: the types of pages do not know it. */

export type WorkerWindow = { url: string; focus(): Promise<unknown>; postMessage(message: unknown): void };

interface Lasting extends Event {
  waitUntil(work: Promise<unknown>): void;
}

export interface FetchedEvent extends Lasting {
  readonly request: Request;
  respondWith(response: Promise<Response>): void;
}

export interface NoticeEvent extends Lasting {
  readonly notification: { readonly data: unknown; close(): void };
}

interface Events {
  install: Lasting;
  activate: Lasting;
  fetch: FetchedEvent;
  notificationclick: NoticeEvent;
}

export type WorkerScope = {
  readonly location: { readonly origin: string };
  readonly clients: {
    claim(): Promise<void>;
    matchAll(options: { type: 'window'; includeUncontrolled: boolean }): Promise<readonly WorkerWindow[]>;
    openWindow(path: string): Promise<unknown>;
  };
  skipWaiting(): Promise<void>;
  addEventListener<Name extends keyof Events>(name: Name, listener: (event: Events[Name]) => void): void;
};
