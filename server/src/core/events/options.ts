/** What a client asked of its event queue; stored with the queue's row. */
import type { ClientCapabilities } from '../../../../wire/events.ts';
import type { EventTerm } from './narrow.ts';

export interface QueueOptions {
  /** `null`: every type. */
  eventTypes: readonly string[] | null;
  narrow: readonly EventTerm[];
  allPublicChannels: boolean;
  applyMarkdown: boolean;
  clientGravatar: boolean;
  slimPresence: boolean;
  /** Whether peer events of channels are wanted at all. */
  includeSubscribers: boolean;
  capabilities: ClientCapabilities;
  client: string;
  /** The organization's host as the client knows it, for addresses that stand for hidden ones; not in older rows. */
  host?: string;
  /** The session of the browser in which it was registered. */
  sessionId?: number;
  /** The named API key that it was registered with. */
  keyId?: number;
  /** Of a key of one channel: nothing else is delivered. */
  onlyChannel?: number;
}
