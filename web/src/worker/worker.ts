/**
 * The service worker: keeps the files of a build, so that the page opens at once, with a connection or without. A newer build
 * comes with a newer worker, which the browser looks for at each visit and the page takes at its next; nothing of the API is
 * ever kept here.
 */
import { clearOfflineCache } from './clear.ts';
import { handleNotificationAction, receivePush, removeAllNotices, renewSubscription } from './push.ts';
import { cacheName, emojiCacheName, getKind, outdated, outdatedEmoji } from './rules.ts';
import type { FetchedEvent, NoticeEvent, WorkerScope } from './scope.ts';

/** Put in by the build: what it is called, and what the page is made of. */
declare const heddleBuild: { name: string; entry: string; files: readonly string[] };

const scope = self as unknown as WorkerScope;
const build = heddleBuild;
const page = '/';

scope.addEventListener('install', (event) => event.waitUntil(install()));
scope.addEventListener('activate', (event) => event.waitUntil(activate()));
scope.addEventListener('fetch', response);
scope.addEventListener('notificationclick', (event) => event.waitUntil(openPlace(event)));
scope.addEventListener('push', (event) => event.waitUntil(receivePush(scope, event)));
scope.addEventListener('pushsubscriptionchange', (event) => event.waitUntil(renewSubscription(scope, event)));

/** What an older build had under the same name has the same content and is not fetched again. */
async function install(): Promise<void> {
  const cache = await caches.open(cacheName(build.name));
  const shell = await fetch(page, { headers: { accept: 'text/html' }, cache: 'no-cache' });
  // Signed out, or another build meanwhile: the next worker will have it.
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
  // Nobody is signed in here, or someone else soon will be: also where no page of ours was open to learn of it.
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

/** Seen once, a picture is there without a connection too. */
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

/** A worker has the page of its own build or none; the API takes older pages too. */
async function pageFor(request: Request): Promise<Response> {
  const cache = await caches.open(cacheName(build.name));
  return (await cache.match(page)) ?? fetch(request);
}

/** To the page that is open, or a new one. */
async function openPlace(event: NoticeEvent): Promise<void> {
  if (await handleNotificationAction(scope, event)) return;
  const { notification } = event;
  notification.close();
  const { path } = notification.data as { path: string };
  const [open] = await scope.clients.matchAll({ type: 'window', includeUncontrolled: true });
  if (open === undefined) {
    await scope.clients.openWindow(path);
    return;
  }
  open.postMessage({ open: path });
  await open.focus();
}
