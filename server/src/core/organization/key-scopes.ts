/** What a named API key may call, determined by the scope that each endpoint declares. */
import { type ApiKeyScope, apiKeyScopes } from '../../../../wire/api-keys.ts';
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
type EndpointScope = 'any' | 'directory' | 'read' | 'send' | 'administer' | 'full' | 'credentials';

/** A function of a value; comparing its type with others ignores the value's. */
type Judge<Value> = { judge(value: Value): boolean }['judge'];

/**
 * Whether access remains when the key of a request has ended: a password, a role, an account, an invitation or who may join, a permission of
 * the organization, an address to which messages are sent. `access` requires the scope `lasting_access` as well. For several
 * parameters: which of them, or which of their values, leave access.
 */
export type Leaves<Params> =
  | 'nothing'
  | 'access'
  | { readonly [Name in keyof Params]-?: 'nothing' | 'access' | Judge<NonNullable<Params[Name]>> };

/** The same for several parameters. */
export const leavesEach = <Name extends string, Left extends 'nothing' | 'access'>(
  names: readonly Name[],
  left: Left,
): Record<Name, Left> => Object.fromEntries(names.map((name) => [name, left])) as Record<Name, Left>;

export interface KeyNeeds {
  /** Default: the scope `full`. */
  scope?: EndpointScope;
  /**
   * Admits keys of one channel. The parameter of this name is the channel's ID, which must be that of the key; with `handler`, the handler
   * restricts what such a key can do.
   */
  takesChannelKeys?: string;
  /** Undefined where the scope says it. */
  leaves?: Leaves<Readonly<Record<string, unknown>>> | undefined;
}

/**
 * What an endpoint declares. `read` and `send` are for messages and one's reading of them only, `credentials` admits no named key; with the
 * other scopes it has to say what it leaves.
 */
export type DeclaredNeeds<Params = unknown> =
  | { scope: Exclude<EndpointScope, 'administer' | 'full'>; leaves?: undefined }
  | { scope?: 'administer' | 'full'; leaves: Leaves<Params> };

const sufficient: Readonly<Record<EndpointScope, readonly ApiKeyScope[]>> = {
  any: apiKeyScopes,
  directory: ['full', 'read', 'administer'],
  read: ['full', 'read'],
  send: ['full', 'send'],
  administer: ['full', 'administer'],
  full: ['full'],
  credentials: [],
};

export function admitsKey({ scope = 'full', takesChannelKeys }: KeyNeeds, key: GrantedKey): boolean {
  if (key.channelId !== null && takesChannelKeys === undefined) return false;
  return sufficient[scope].some((one) => key.scopes.has(one));
}

export const scopeRefused = (): ApiError => apiError('authentication.insufficient-scope');

/** Whether the caller may leave access that a named key would not outlive: everyone without such a key may. */
export const mayLeaveAccess = ({ key }: { key?: GrantedKey }): boolean =>
  !key || key.scopes.has('lasting_access');

/** @throws ApiError 403 for a named key that may not leave access. */
export function checkMayLeaveAccess(me: { key?: GrantedKey }): void {
  if (!mayLeaveAccess(me)) throw apiError('authentication.lasting-access');
}

/** @param values Decoded parameters. @throws ApiError 403 for a named key that may not leave access, if the request would. */
export function checkLeaves({ leaves }: KeyNeeds, me: { key?: GrantedKey }, values: object): void {
  if (leaves === undefined || leaves === 'nothing' || mayLeaveAccess(me)) return;
  if (
    leaves === 'access' ||
    Object.entries(values).some(([name, value]) => leavesAccess(leaves[name], value))
  )
    checkMayLeaveAccess(me);
}

/** A parameter without a declaration would leave access; `undefined` and `null` are no values. */
function leavesAccess(declared: 'nothing' | 'access' | Judge<unknown> = 'access', value: unknown): boolean {
  if (value === undefined || value === null || declared === 'nothing') return false;
  return declared === 'access' || declared(value);
}

/** @throws ApiError 403 for a key of one channel that is used for another, or for direct messages. */
export function checkKeyChannel({ key }: { key?: GrantedKey }, channelId: number | undefined): void {
  const only = key?.channelId ?? null;
  if (only !== null && only !== channelId) throw scopeRefused();
}
