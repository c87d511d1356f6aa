/** The input of functions that fetch state for `/register`, all at one position of the log. */
import type { ClientCapabilities } from '../../../../wire/events.ts';
import type { FetchKey, RegisterState } from '../../../../wire/register.ts';
import type { IncludeSubscribers } from '../../../../wire/subscriptions.ts';
import type { Tx } from '../log/index.ts';
import type { User } from '../organization/index.ts';
import type { Written } from '../../lib/json/json-text.ts';
import type { AppContext } from './app-context.ts';

export interface StateContext {
  app: AppContext;
  /** Rows and cache at the queue's first position. */
  tx: Tx;
  me: User;
  isNamedKey: boolean;
  /** Scheme, host name and port of the organization in URLs for clients. */
  origin: string;
  /** Name of the client program. */
  client: string;
  clientGravatar: boolean;
  slimPresence: boolean;
  /** Maximum age of included presences; default: the server's setting. */
  presenceHistoryDays: number | undefined;
  includeSubscribers: IncludeSubscribers;
  capabilities: ClientCapabilities;
  /** Requested keys; `null` for all. */
  fetch: ReadonlySet<string> | null;
}

type StateFetcher<Key extends FetchKey> = (
  context: StateContext,
) => Promise<Written<RegisterState<Key>>> | Written<RegisterState<Key>>;

export type StateFetchers = { readonly [Key in FetchKey]: StateFetcher<Key> };
