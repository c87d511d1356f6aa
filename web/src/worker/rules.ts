/** How the service worker handles a request: pure, and the whole of what it may touch. */

/**
 * Files are named by their content, and pictures of emoji by their version; a page is the client itself; everything else is
 * left to the network and never kept. The sign-in page is one of those, and is treated separately.
 */
export type Kind = 'file' | 'emoji' | 'page' | 'sign-in' | 'other';

type FetchRequest = { method: string; mode: string; url: string };

/** First parts of addresses that are pages of the server or files, not of the client. */
const notClient: ReadonlySet<string> = new Set([
  ...['api', 'json', 'assets', 'static', 'avatar', 'user_avatars', 'user_uploads', 'thumbnail'],
  ...['external_content', 'health', 'livez', 'readyz', 'metrics', 'setup', 'webhooks'],
  ...[
    'login',
    'logout',
    'accounts',
    'choose',
    'reset',
    'confirm-email',
    'confirm-former',
    'unsubscribe',
    'join',
  ],
  ...['public', 'dev'],
]);

/** @param origin of the worker: `https://chat.example.com` */
export function getKind({ method, mode, url }: FetchRequest, origin: string): Kind {
  const { origin: asked, pathname } = new URL(url);
  if (method !== 'GET' || asked !== origin) return 'other';
  if (pathname.startsWith('/assets/')) return 'file';
  if (emojiFolder(url) !== undefined) return 'emoji';
  const [first = ''] = pathname.slice(1).split('/', 1);
  const isFile = pathname.lastIndexOf('.') > pathname.lastIndexOf('/') && !pathname.includes('/topic/');
  if (mode !== 'navigate') return 'other';
  if (first === 'login') return 'sign-in';
  return notClient.has(first) || isFile ? 'other' : 'page';
}

const prefix = 'heddle-build-';

export const cacheName = (build: string): string => prefix + build;

/** Caches to delete: all of ours but that of this build and the one before it, which open pages may still need. */
export function outdated(names: readonly string[], build: string): string[] {
  const others = names.filter((name) => name.startsWith(prefix) && name !== cacheName(build));
  return others.slice(0, -1);
}

const emojiPrefix = 'heddle-emoji-';

/** The set and version of a picture of an emoji. */
const emojiFolder = (url: string): string | undefined =>
  /^\/static\/emoji\/([a-z-]+-[0-9a-f]+)\/[0-9a-f-]+\.webp$/.exec(new URL(url).pathname)?.[1];

/** Pictures that were seen once outlive the build: they are kept apart, by set and version. */
export const emojiCacheName = (url: string): string => emojiPrefix + (emojiFolder(url) ?? '');

/** Caches with other versions of the same set. */
export function outdatedEmoji(names: readonly string[], name: string): string[] {
  const getSet = (each: string): string => each.replace(/-[0-9a-f]+$/, '');
  return names.filter(
    (each) => each.startsWith(emojiPrefix) && each !== name && getSet(each) === getSet(name),
  );
}
