/**
 * What spectators see of people. An organization may replace full names by first names or by
 * pseudonyms: of senders, and in mentions, which name people within messages. Names typed as plain text stay.
 */
import { decodeHTML } from 'entities';
import { organizationSettings, type OrganizationCache, type User } from '../organization/index.ts';
import { avatarUrl, withoutPicture } from '../users/index.ts';
import { escapeText } from '../../lib/markdown/escape.ts';
import { type Secrets, subkey } from '../../lib/secrets.ts';
import { nameKey } from '../../lib/text.ts';
import { createHmac } from 'node:crypto';

interface Server {
  secrets: Secrets;
}

/** Whether names are replaced: then nothing may find people or messages by a name either. */
export const hidesNames = (cache: OrganizationCache): boolean =>
  organizationSettings(cache).spectator_name_format !== 'full_name';

/** Programs and erased accounts have no name to hide. */
const isNamed = (cache: OrganizationCache, user: User): boolean =>
  !hidesNames(cache) || user.isBot || user.isSystem || user.isDeleted;

export function publicName({ secrets }: Server, cache: OrganizationCache, user: User): string {
  if (isNamed(cache, user)) return user.fullName;
  return organizationSettings(cache).spectator_name_format === 'first_name'
    ? firstName(user.fullName)
    : derivePseudonym(secrets, cache.organization.uuid, user.id);
}

/** The first word, or that after the comma of "Last, First". */
function firstName(fullName: string): string {
  const [, afterComma] = /^[^,]+,\s*(\S+)/.exec(fullName) ?? [];
  return afterComma ?? fullName.trim().split(/\s+/, 1)[0] ?? fullName;
}

/** An uploaded picture may show who someone is; the one that the server draws follows from the ID alone. */
export const publicAvatarUrl = (cache: OrganizationCache, user: User): string =>
  avatarUrl(isNamed(cache, user) ? user : withoutPicture(user.id));

const renderedMention =
  /(<span class="user-mention(?: silent)?" data-user-id="(\d+)">)(@?)[^<]*(?=<\/span>)/g;

/** A rendered message with its mentions by public names. */
export function publicHtml(server: Server, cache: OrganizationCache, html: string): string {
  if (!hidesNames(cache)) return html;
  const shown = html.replace(renderedMention, (_, opening: string, id: string, at: string) => {
    const user = cache.users.get(Number(id));
    return `${opening}${at}${escapeText(user ? publicName(server, cache, user) : unknownName)}`;
  });
  // In code, mentions stay as they were typed; the source has them by public names there too.
  return shown.replace(writtenMention, (typed) =>
    typed.includes('<') ? typed : escapeText(publicMarkdown(server, cache, decodeHTML(typed))),
  );
}

const unknownName = '…';
const writtenMention = /@(_?)\*\*([^*\n]{1,150})\*\*/g;
const withId = /^.*\|(\d{1,15})$/;
const wildcards: ReadonlySet<string> = new Set(['all', 'everyone', 'channel', 'stream', 'topic']);

/** The source of a message with its mentions by public names. */
export function publicMarkdown(server: Server, cache: OrganizationCache, source: string): string {
  if (!hidesNames(cache)) return source;
  const names = new Map<string, User>();
  return source.replace(writtenMention, (mention, silent: string, name: string) => {
    if (wildcards.has(name)) return mention;
    const [, id] = withId.exec(name) ?? [];
    const user = id === undefined ? findNamed(cache, names, name) : cache.users.get(Number(id));
    const shown = user ? `${publicName(server, cache, user)}|${user.id}` : unknownName;
    return `@${silent}**${shown}**`;
  });
}

/** @param names Filled on first use. */
function findNamed(cache: OrganizationCache, names: Map<string, User>, name: string): User | undefined {
  if (names.size === 0) for (const user of cache.users.values()) names.set(nameKey(user.fullName), user);
  return names.get(nameKey(name));
}

// Pseudonyms. A person keeps theirs as long as the server keeps its secrets, has a different one in each organization, and nobody
// can link them without the secrets.

/** 32 words. */
const words = [
  'Alder',
  'Aspen',
  'Birch',
  'Cedar',
  'Clover',
  'Cypress',
  'Elder',
  'Fern',
  'Flax',
  'Hazel',
  'Heather',
  'Hemp',
  'Holly',
  'Indigo',
  'Iris',
  'Ivy',
  'Juniper',
  'Larch',
  'Laurel',
  'Lilac',
  'Linden',
  'Madder',
  'Maple',
  'Myrtle',
  'Olive',
  'Poplar',
  'Rowan',
  'Sorrel',
  'Teasel',
  'Thyme',
  'Willow',
  'Yarrow',
] as const;

/** Letters that look like digits are left out, and vowels, so that no word is formed. */
const signs = '23456789BCDFGHJKMNPQRSTVWXYZ';
const length = 6;

/** A word and six signs: for 10,000 people one chance in 300 that any two have the same. */
export function derivePseudonym(secrets: Secrets, organizationUuid: string, userId: number): string {
  const digest = createHmac('sha256', subkey(secrets, 'public pseudonyms'))
    .update(`${organizationUuid} ${userId}`)
    .digest();
  const word = words[digest.readUInt8(0) % words.length] ?? '';
  // Eight bytes keep the bias of the remainder below one part in a billion.
  let number = digest.readBigUInt64BE(1);
  let code = '';
  for (let n = 0; n < length; n++) {
    code += signs.charAt(Number(number % BigInt(signs.length)));
    number /= BigInt(signs.length);
  }
  return `${word} ${code}`;
}
