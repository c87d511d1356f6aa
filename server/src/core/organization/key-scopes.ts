/** What a named API key may call: decided here alone, from the scope that each endpoint declares. */
import type { ApiKeyScope } from '../../../../wire/api-keys.ts';
import { type ApiError, apiError } from '../../lib/errors.ts';

/** A named API key as far as permissions go. */
export interface GrantedKey {
  id: number;
  scopes: ReadonlySet<ApiKeyScope>;
  /** The only channel that it reads and sends to. */
  channelId: number | null;
  /** Milliseconds since 1970. */
  expiresAt: number | null;
}

/**
 * What an endpoint asks of a key. `any` key will do for what only says whose it is; `directory` is what readers and administrators
 * alike need of users and channels; `credentials` are for no named key, since they outlive it.
 */
export type EndpointScope = 'any' | 'directory' | 'read' | 'send' | 'administer' | 'full' | 'credentials';

export interface KeyNeeds {
  /** Without one, a key must have the scope `full`. */
  scope?: EndpointScope;
  /** Whether keys of one channel are admitted: then the handler keeps them to it. */
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
