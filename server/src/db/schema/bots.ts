/** Tables of bots; see schema.ts. */
import type { Generated } from 'kysely';

/** Settings of a bot beyond its account; without a row, the defaults. */
export interface BotTable {
  user_id: number;
  /** The channel for messages without a destination. */
  sending_channel_id: number | null;
  /** The channel whose messages its queues receive by default. */
  events_channel_id: number | null;
  hears_all_public: number;
  /** The URL that messages are posted to; for outgoing webhooks only. */
  payload_url: string | null;
  /** The format of what is posted: 1 JSON, 2 like Slack. */
  interface: number | null;
  /** Proves to the receiver that this server posts; in plain text, since the event log has it too. */
  token: string | null;
  /** JSON: name to text. */
  config: string;
  /** The program of an embedded bot. */
  service_name: string | null;
}

/** Key-value storage of bots. */
interface BotStorageTable {
  user_id: number;
  entry_key: string;
  value: string;
}

/** A bot that services post to. */
interface IncomingWebhookTable {
  user_id: number;
  /** When the owner was last notified of a delivery that could not be used; 0 if never. */
  noticed_at: number;
  /** What it shares with the service, as `sealApiKey` makes it; empty where it was set before an import. */
  secret_box: string | null;
  /** Liquid; null where there is no template. */
  template_topic: string | null;
  template_content: string | null;
}

/** One request to the address of an outgoing webhook. */
interface OutgoingDeliveryTable {
  id: Generated<number>;
  org_id: number;
  /** The bot. */
  user_id: number;
  /** What it was called for; null for slash commands. */
  message_id: number | null;
  trigger_name: 'mention' | 'direct_message' | 'slash_command';
  attempt: number;
  sent_at: number;
  /** How long it took. */
  ms: number;
  /** The status of the response; null if none came. */
  status: number | null;
  /** Why it failed, in English; null where it did not. */
  error: string | null;
  /** The beginning of the response. */
  response: string | null;
}

/** A command of the organization. */
interface SlashCommandTable {
  id: Generated<number>;
  org_id: number;
  /** Lower case, without the slash. */
  name: string;
  description: string;
  /** The bot: an outgoing webhook. */
  user_id: number;
  /** Whose members may use it. */
  group_id: number;
}

export interface BotSchema {
  bot: BotTable;
  bot_storage: BotStorageTable;
  incoming_webhook: IncomingWebhookTable;
  outgoing_delivery: OutgoingDeliveryTable;
  slash_command: SlashCommandTable;
}
