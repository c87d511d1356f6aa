/** What a noun gives to `/register`: its share of the state, read at one position of the log. */
import type { ClientCapabilities } from '../../../../wire/events.ts';
import type { FetchKey, RegisterState } from '../../../../wire/register.ts';
import type { IncludeSubscribers } from '../../../../wire/subscriptions.ts';
import type { Tx } from '../log/index.ts';
import type { User } from '../organization/index.ts';
import type { AppContext } from './app-context.ts';

export interface StateContext {
  app: AppContext;
  /** Rows and cache as of the queue's first position. */
  tx: Tx;
  me: User;
  /** Scheme, host name and port of the organization, as clients are given them. */
  origin: string;
  /** Name of the client program. */
  client: string;
  clientGravatar: boolean;
  slimPresence: boolean;
  /** How old a presence may be to be included; the server's choice where it is not given. */
  presenceHistoryDays: number | undefined;
  includeSubscribers: IncludeSubscribers;
  capabilities: ClientCapabilities;
  /** Keys that the client named; `null` when it asked for everything. */
  fetch: ReadonlySet<string> | null;
}

type StateFetcher<Key extends FetchKey> = (
  context: StateContext,
) => Promise<RegisterState<Key>> | RegisterState<Key>;

export type StateFetchers = { readonly [Key in FetchKey]: StateFetcher<Key> };
