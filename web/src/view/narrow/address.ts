/**
 * Addresses of screens and narrows, as in the address bar:
 *   /inbox /recent /drafts /scheduled /channels/... /people/... /settings/... /organization/...
 *   /channel/4-design/topics
 *   /feed /mentions /starred /channel/4-design /channel/4-design/topic/lunch /dm/8,9 /search?q=...
 * Those of the last line may be followed by /near/{message ID}, to open there, or /with/{message ID}, for the conversation
 * that contains the message now. Links in messages (`#narrow/...`) are parsed too.
 */
import type { Narrow } from '../../store/narrow/narrow.ts';
import { parseSearch } from './search-terms.ts';

export type Address =
  /** `near`: opens at that message. `with`: the conversation that contains that message now. */
  | { screen: 'narrow'; narrow: Narrow; near?: number; with?: number }
  /** The list of topics of a channel. */
  | { screen: 'topics'; channelId: number }
  | { screen: 'inbox' | 'recent' | 'drafts' | 'scheduled' }
  | { screen: 'unknown' }
  /** `page` is the path after the screen: `/settings/notifications` has the page `notifications`. */
  | { screen: PagedScreen; page: string };

const paged = ['settings', 'organization', 'channels', 'people'] as const;
type PagedScreen = (typeof paged)[number];

export type Screen = Address['screen'];

/** The messages of all topics of a channel. */
export const feedAddress = (channelId: number): Address => ({
  screen: 'narrow',
  narrow: { kind: 'channel', channelId },
});

export type ChannelNames = { channel: (id: number) => string | undefined };

const plain = ['inbox', 'recent', 'drafts', 'scheduled'] as const;

/** Screens in links of other clients. */
const screenOfFragment = /^#(inbox|recent|feed|drafts|scheduled|settings|organization|channels)(\/|$)/;

/** @param url path, query and fragment; the origin is ignored */
export function parseAddress(url: string): Address {
  const { pathname, searchParams, hash } = new URL(url, 'http://here');
  if (hash.startsWith('#narrow/')) return parseFragment(hash) ?? { screen: 'unknown' };
  if (screenOfFragment.test(hash)) return parseAddress(`/${hash.slice(1)}`);
  const listed =
    /^#topics\/channel\/(\d+)/.exec(hash) ?? /^\/channel\/(\d+)(?:-[^/]*)?\/topics$/.exec(pathname);
  if (listed !== null) return { screen: 'topics', channelId: Number(listed[1]) };
  const parts = pathname.split('/').slice(1);
  const [first = '', ...rest] = parts;
  const withPage = paged.find((name) => name === first);
  if (withPage !== undefined) return { screen: withPage, page: rest.join('/') };
  const screen = plain.find((name) => name === first && rest.length === 0);
  if (screen !== undefined) return { screen };
  const named = getNamed(rest);
  const narrow = getNarrow(
    first,
    named === undefined ? rest : rest.slice(0, -2),
    searchParams.get('q') ?? '',
  );
  return narrow === undefined ? { screen: 'unknown' } : { screen: 'narrow', narrow, ...named };
}

/** The message in an address. */
type MessageReference = { near?: number; with?: number };

function getNamed(parts: readonly string[]): MessageReference | undefined {
  const [name, id] = parts.slice(-2);
  if ((name !== 'near' && name !== 'with') || !/^\d+$/.test(id ?? '')) return undefined;
  return { [name]: Number(id) };
}

function getNarrow(first: string, rest: readonly string[], query: string): Narrow | undefined {
  if (first === 'feed' || first === 'mentions' || first === 'starred') {
    return rest.length === 0 ? { kind: first } : undefined;
  }
  if (first === 'search') return { kind: 'search', query, terms: parseSearch(query) };
  if (first === 'dm') return getDirect(rest[0] ?? '');
  const channelId = /^(\d+)(?:-|$)/.exec(rest[0] ?? '')?.[1];
  if (first !== 'channel' || channelId === undefined) return undefined;
  if (rest.length === 1) return { kind: 'channel', channelId: Number(channelId) };
  if (rest[1] !== 'topic') return undefined;
  const topic = decode(rest.slice(2).join('/')).replace(/^~/, '');
  return { kind: 'topic', channelId: Number(channelId), topic };
}

function getDirect(ids: string): Narrow | undefined {
  if (ids === '' || ids === 'me') return { kind: 'direct', userIds: [] };
  const userIds = idsIn(ids);
  return userIds.length === 0 ? undefined : { kind: 'direct', userIds };
}

/** `8,9-Ben,-Cat` contains the user IDs 8 and 9. */
const idsIn = (text: string): number[] =>
  (/^\d+(?:,\d+)*/.exec(text)?.[0] ?? '').split(',').filter(Boolean).map(Number);

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** The address for the address bar. Names only make it readable; the IDs count. */
export function getPath(address: Address, names: ChannelNames): string {
  switch (address.screen) {
    case 'narrow': {
      const { narrow } = address;
      const named = namedPath(address);
      if (narrow.kind === 'search') return `/search${named}?q=${encodeURIComponent(narrow.query)}`;
      return narrowPath(narrow, names) + named;
    }
    case 'settings':
    case 'organization':
    case 'channels':
    case 'people':
      return address.page === '' ? `/${address.screen}` : `/${address.screen}/${address.page}`;
    case 'topics':
      return `/channel/${channelPart(address.channelId, names)}/topics`;
    case 'unknown':
      return '/';
    default:
      return `/${address.screen}`;
  }
}

function namedPath({ near, with: id }: MessageReference): string {
  if (near !== undefined) return `/near/${near}`;
  return id === undefined ? '' : `/with/${id}`;
}

function narrowPath(narrow: Exclude<Narrow, { kind: 'search' }>, names: ChannelNames): string {
  switch (narrow.kind) {
    case 'channel':
      return `/channel/${channelPart(narrow.channelId, names)}`;
    case 'topic':
      return `/channel/${channelPart(narrow.channelId, names)}/topic/${encodeTopic(narrow.topic)}`;
    case 'direct':
      return narrow.userIds.length === 0 ? '/dm/me' : `/dm/${narrow.userIds.join(',')}`;
    default:
      return `/${narrow.kind}`;
  }
}

function channelPart(id: number, names: ChannelNames): string {
  const slug = (names.channel(id) ?? '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-|-$/g, '');
  return slug === '' ? String(id) : `${id}-${encodeURIComponent(slug)}`;
}

/** Browsers resolve `.` and `..` in paths even when they are percent-encoded, hence the tilde. */
const encodeTopic = (topic: string): string => encodeURIComponent(topic.replace(/^[.~]/, '~$&'));

/** Parses `#narrow/channel/4-design/topic/lunch.20break/near/17` as in messages; undefined for other fragments. */
export function parseFragment(hash: string): (Address & { screen: 'narrow' }) | undefined {
  const parts = hash.replace(/^.*#narrow\//, '').split('/');
  const terms: Term[] = [];
  let named: MessageReference = {};
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const name = parts[i] ?? '';
    const value = decodeFragment(parts[i + 1] ?? '');
    const as = messageTerms[name];
    if (as === undefined) terms.push([name, value]);
    else if (/^\d+$/.test(value)) named = { [as]: Number(value) };
  }
  // A message without a conversation is shown in the combined feed.
  const isAlone = terms.length === 0 && (named.near ?? named.with) !== undefined;
  const narrow = isAlone ? ({ kind: 'feed' } as const) : narrowOfTerms(terms);
  if (narrow === undefined) return undefined;
  return { screen: 'narrow', narrow, ...named };
}

type Term = readonly [name: string, value: string];

/** Operators that name a message. */
const messageTerms: Readonly<Record<string, keyof MessageReference>> = {
  near: 'near',
  id: 'near',
  with: 'with',
};

/** Single conversations and views become narrows of their own; any other combination is a search. */
function narrowOfTerms(terms: readonly Term[]): Narrow | undefined {
  const findOperand = (...names: string[]) => terms.find(([name]) => names.includes(name))?.[1];
  const people = findOperand('dm', 'pm-with');
  if (people !== undefined && terms.length === 1) return getDirect(people);
  const channelId = /^\d+/.exec(findOperand('channel', 'stream') ?? '')?.[0];
  const topic = findOperand('topic', 'subject');
  if (channelId !== undefined && terms.length === (topic === undefined ? 1 : 2)) {
    const id = Number(channelId);
    return topic === undefined ? { kind: 'channel', channelId: id } : { kind: 'topic', channelId: id, topic };
  }
  const is = terms.length === 1 ? findOperand('is') : undefined;
  if (is === 'mentioned') return { kind: 'mentions' };
  if (is === 'starred') return { kind: 'starred' };
  const query = terms.map(written).join(' ');
  return query === '' ? undefined : { kind: 'search', query, terms: parseSearch(query) };
}

const written = ([name, value]: Term): string => {
  if (name === 'search') return value;
  return `${name}:${value.includes(' ') ? `"${value}"` : value}`;
};

const decodeFragment = (text: string): string => decode(text.replaceAll('.', '%'));
