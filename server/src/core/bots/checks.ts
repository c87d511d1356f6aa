/** Validates a bot's name, address, kind and settings. */
import { botConfigurationLimit, botInterfaces, botTypes } from '../../../../wire/bots.ts';
import { canSeeChannel } from '../channels/index.ts';
import { findNamed, type Channel, type OrganizationCache, type User, mayIn } from '../organization/index.ts';
import { checkNameIsFree, checkedFullName, parsedEmail } from '../users/index.ts';
import { apiError } from '../../lib/errors.ts';
import { isCallable } from '../../lib/net/guarded-fetch.ts';
import { codePoints, emailKey, lookKey, tidySpaces } from '../../lib/text.ts';

/** @throws ApiError unless this person may make bots of this kind. */
export function checkMayCreate(cache: OrganizationCache, author: User, type: number): void {
  if (author.isBot) throw apiError('permissions.bot');
  const maySome = mayIn(cache, 'can_create_bots_group', author);
  const mayThis =
    maySome || (type === botTypes.incoming && mayIn(cache, 'can_create_write_only_bots_group', author));
  if (!mayThis) throw apiError('permissions.insufficient');
}

export function checkType(type: number): void {
  if (!Object.values<number>(botTypes).includes(type)) throw apiError('bots.invalid-type');
}

export function checkInterface(given: number): void {
  if (!Object.values<number>(botInterfaces).includes(given)) throw apiError('bots.invalid-interface');
}

/** @returns the address of a bot. @throws ApiError if the name cannot be part of one, or is taken. */
export function checkedBotEmail(
  cache: OrganizationCache,
  shortName: string,
  domain: string,
  exceptId?: number,
): string {
  const local = shortName.trim();
  const email = local === '' ? undefined : parsedEmail(`${local}-bot@${domain}`);
  if (email === undefined) throw apiError('bots.bad-name');
  for (const key of ['email', 'deliveryEmail'] as const) {
    const user = cache.users.find(key, emailKey(email));
    if (user && user.id !== exceptId) throw apiError('email.taken');
  }
  return email;
}

/** @returns the name as it is stored: no two accounts in use may be called the same if one is a bot. */
export function checkedBotName(cache: OrganizationCache, given: string, exceptId?: number): string {
  const name = checkedFullName(given);
  checkNameIsFree(cache, name, exceptId);
  checkBotNameIsFree(cache, name, exceptId);
  return name;
}

export function checkBotNameIsFree(cache: OrganizationCache, name: string, exceptId?: number): void {
  const key = lookKey(name);
  for (const user of cache.users.values())
    if (user.id !== exceptId && user.isActive && lookKey(user.fullName) === key)
      throw apiError('bots.name-taken');
}

/** A channel by name. @throws ApiError as for none if the author may not know of it. */
export function namedChannel(cache: OrganizationCache, author: User, given: string): Channel {
  const channel = findNamed(cache.channels, tidySpaces(given));
  if (!channel || channel.isArchived || !canSeeChannel(cache, channel, author))
    throw apiError('channels.invalid-name', { name: given });
  return channel;
}

const longestUrl = 2000;

/** Whether the server may call the address is checked at each call. */
export function checkedPayloadUrl(name: string, given: string): string {
  const url = given.trim();
  if (url.length > longestUrl || !isCallable(url)) throw apiError('parameters.not-a-url-value', { name });
  return url;
}

export function checkConfiguration(config: Readonly<Record<string, string>>): void {
  let size = 0;
  for (const [name, value] of Object.entries(config)) size += codePoints(name) + codePoints(value);
  if (size > botConfigurationLimit)
    throw apiError('bots.configuration-too-large', { size, limit: botConfigurationLimit });
}

/** What follows the @ in addresses of bots. An address in brackets is no domain. */
export function botDomain(origin: string): string {
  const { hostname } = new URL(origin);
  return hostname.startsWith('[') ? 'localhost' : hostname;
}
