/** A client's options of its event queue; stored in the queue's row. */
import type { ClientCapabilities } from '../../../../wire/events.ts';
import type { OrganizationCache } from '../organization/index.ts';
import type { EventTerm } from './narrow.ts';

export interface QueueOptions {
  /** `null`: all types. */
  eventTypes: readonly string[] | null;
  narrow: readonly EventTerm[];
  allPublicChannels: boolean;
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  /** Whether the client wants peer events of channels. */
  includeSubscribers: boolean;
  capabilities: ClientCapabilities;
  client: string;
  /** The organization's host as the client knows it, for the placeholder addresses of hidden users; absent in older rows. */
  host?: string;
  /** Browser session that registered the queue. */
  sessionId?: number;
  /** Named API key that registered the queue. */
  keyId?: number;
  /** The channel of the key, whose events alone are delivered. */
  onlyChannel?: number;
  /** Position of the log at which the client registered; absent in older rows. */
  registeredAt?: number;
}

/** A queue as far as delivery depends on it: its owner, and what its client has asked for. */
export interface DeliveryTarget {
  readonly id: string;
  readonly cache: OrganizationCache;
  readonly userId: number;
  readonly options: QueueOptions;
  /** `null`: all. */
  readonly types: ReadonlySet<string> | null;
}
