/**
 * The service worker: caches the files of a build, so that the page opens at once, with or without a connection. A
 * newer build has a newer worker, which the browser looks for at each visit and the page uses at the next one.
 * Responses of the API are never cached here.
 */
import { handleNotificationAction, receivePush, removeAllNotices, renewSubscription } from './push.ts';
import { cacheName, emojiCacheName, getKind, outdated, outdatedEmoji } from './rules.ts';
import type { FetchedEvent, NoticeEvent, WorkerScope } from './scope.ts';

/** Inserted by the build: its name, and the files of the page. */
declare const heddleBuild: { name: string; entry: string; files: readonly string[] };

// The types of the DOM have no scope of service workers; see `scope.ts`.
const scope = self as unknown as WorkerScope;
const build = heddleBuild;
const page = '/';

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', response);
scope.addEventListener('notificationclick', (event) => event.waitUntil(openPlace(event)));
scope.addEventListener('push', (event) => event.waitUntil(receivePush(scope, event)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope, event)));

/** Files that an older build has cached under the same name have the same content, and are not fetched again. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName(build.name));
  const shell = await fetch(page, { headers: { accept: 'text/html' }, cache: 'no-cache' });
  // Signed out, or replaced by another build meanwhile: the next worker will cache it.
  if (!shell.redirected && (await shell.clone().text()).includes(build.entry)) await cache.put(page, shell);
  for (const file of build.files) {
    const known = await caches.match(file);
    if (known === undefined) await cache.add(file);
    else await cache.put(file, known);
  }
  await scope.skipWaiting();
}

async function activate(): Promise<void> {
  for (const name of outdated(await caches.keys(), build.name)) await caches.delete(name);
  await scope.clients.claim();
}

function response(event: FetchedEvent): void {
  const { request } = event;
  const kind = getKind(request, scope.location.origin);
  if (kind === 'file') event.respondWith(fileFor(request));
  if (kind === 'emoji') event.respondWith(emojiFor(request));
  if (kind === 'page') event.respondWith(pageFor(request));
  // The session ended, or another user is about to sign in, even if no page was open to notice it.
  if (kind === 'sign-in') event.waitUntil(Promise.all([clearOfflineCache(), removeAllNotices(scope)]));
}

async function fileFor(request: Request): Promise<Response> {
  const known = await caches.match(request.url);
  if (known !== undefined) return known;
  const fetched = await fetch(request);
  if (fetched.status === 200) {
    const cache = await caches.open(cacheName(build.name));
    await cache.put(request.url, fetched.clone());
  }
  return fetched;
}

/** Caches the image, so that it can be shown offline. */
async function emojiFor(request: Request): Promise<Response> {
  const known = await caches.match(request.url);
  if (known !== undefined) return known;
  const fetched = await fetch(request);
  if (fetched.status === 200) {
    const name = emojiCacheName(request.url);
    if (!(await caches.has(name)))
      for (const old of outdatedEmoji(await caches.keys(), name)) await caches.delete(old);
    await (await caches.open(name)).put(request.url, fetched.clone());
  }
  return fetched;
}

/** A worker serves the page of its own build or none; the API supports older pages too. */
async function pageFor(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName(build.name));
  return (await cache.match(page)) ?? fetch(request);
}

/** Focuses an open page, or opens one. */
async function openPlace(event: NoticeEvent): Promise<void> {
  if (await handleNotificationAction(scope, event)) return;
  const { notification } = event;
  notification.close();
  // `push-notice.ts` and the page set it for each notification.
  const { path } = notification.data as { path: string };
  const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
  open.postMessage({ open: path });
  await open.focus();
}

/** Deletes the offline cache of pages (see `ui/frame/start/offline-cache.ts`) after sign-out. */
const database = 'heddle';

function clearOfflineCache(): Promise<void> {
  return new Promise((resolve) => {
    const request = indexedDB.open(database);
    // There is no database: aborting prevents the browser from creating one.
    request.onupgradeneeded = () => request.transaction?.abort();
    request.onerror = () => resolve();
    request.onsuccess = () => {
      const db = request.result;
      const names = [...db.objectStoreNames];
      const transaction = db.transaction(names, 'readwrite');
      for (const name of names) transaction.objectStore(name).clear();
      transaction.oncomplete = transaction.onabort = () => {
        db.close();
        resolve();
      };
    };
  });
}
