/** What a named API key may call, determined by the scope that each endpoint declares. */
import type { ApiKeyScope } from '../../../../wire/api-keys.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';

/** The permissions of a named API key. */
export interface GrantedKey {
  id: number;
  scopes: ReadonlySet<ApiKeyScope>;
  /** The only channel from which it reads and to which it sends. */
  channelId: number | null;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
}

/**
 * The scope that an endpoint requires. `any`: every key, for endpoints that only identify it; `directory`: users and channels, for readers and
 * administrators; `credentials`: no named key, since credentials would outlive it.
 */
export type EndpointScope = 'any' | 'directory' | 'read' | 'send' | 'administer' | 'full' | 'credentials';

export interface KeyNeeds {
  /** Default: the scope `full`. */
  scope?: EndpointScope;
  /** Whether keys of one channel are admitted: then the handler restricts them to it. */
  takesChannelKeys?: boolean;
}

const sufficient: Readonly<Record<EndpointScope, readonly ApiKeyScope[]>> = {
  any: ['full', 'read', 'send', 'administer'],
  directory: ['full', 'read', 'administer'],
  read: ['full', 'read'],
  send: ['full', 'send'],
  administer: ['full', 'administer'],
  full: ['full'],
  credentials: [],
};

export function admitsKey({ scope = 'full', takesChannelKeys = false }: KeyNeeds, key: GrantedKey): boolean {
  if (key.channelId !== null && !takesChannelKeys) return false;
  return sufficient[scope].some((one) => key.scopes.has(one));
}

export const scopeRefused = (): ApiError => apiError('authentication.insufficient-scope');

/** @throws ApiError 403 for a key of one channel that is used for another, or for direct messages. */
export function checkKeyChannel({ key }: { key?: GrantedKey }, channelId: number | undefined): void {
  const only = key?.channelId ?? null;
  if (only !== null && only !== channelId) throw scopeRefused();
}
