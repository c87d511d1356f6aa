/** How the service worker handles requests; pure. */
import { serverPathKind } from '../../../wire/server-paths.ts';

/**
 * Files have content hashes in their names, and emoji images a version; a page is the client itself. Everything else
 * goes to the network and is never cached. The sign-in page is such a case, but signals the end of a session.
 */
export type Kind = 'file' | 'emoji' | 'page' | 'sign-in' | 'other';

type FetchRequest = { method: string; mode: string; url: string };

/** @param origin of the worker: `https://chat.example.com` */
export function getKind({ method, mode, url }: FetchRequest, origin: string): Kind {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin) return 'other';
  if (pathname.startsWith('/assets/')) return 'file';
  if (emojiFolder(url) !== undefined) return 'emoji';
  const isFile = pathname.lastIndexOf('.') > pathname.lastIndexOf('/') && !pathname.includes('/topic/');
  if (mode !== 'navigate') return 'other';
  if (/^\/login(?:\/|$)/.test(pathname)) return 'sign-in';
  return serverPathKind(pathname) !== undefined || isFile ? 'other' : 'page';
}

const prefix = 'heddle-build-';

export const cacheName = (build: string): string => prefix + build;

/** Caches to delete: all but those of this build and the one before, which open pages may still need. */
export function outdated(names: readonly string[], build: string): string[] {
  const others = names.filter((name) => name.startsWith(prefix) && name !== cacheName(build));
  return others.slice(0, -1);
}

const emojiPrefix = 'heddle-emoji-';

/** The set and version in the URL of an emoji image. */
const emojiFolder = (url: string): string | undefined =>
  /^\/static\/emoji\/([a-z-]+-[0-9a-f]+)\/[0-9a-f-]+\.webp$/.exec(new URL(url).pathname)?.[1];

/** Emoji images are cached by set and version, and outlive the build. */
export const emojiCacheName = (url: string): string => emojiPrefix + (emojiFolder(url) ?? '');

/** Caches with other versions of the same set. */
export function outdatedEmoji(names: readonly string[], name: string): string[] {
  const getSet = (each: string): string => each.replace(/-[0-9a-f]+$/, '');
  return names.filter(
    (each) => each.startsWith(emojiPrefix) && each !== name && getSet(each) === getSet(name),
  );
}
