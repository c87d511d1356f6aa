/** Tables of bots; see schema.ts. */

/** What a bot has beyond its account; without a row, nothing. */
export interface BotTable {
  user_id: number;
  /** Where it writes if it does not say where. */
  sending_channel_id: number | null;
  /** Whose messages it hears if it does not say which. */
  events_channel_id: number | null;
  hears_all_public: number;
  /** Where what it is told is posted; for outgoing webhooks only. */
  payload_url: string | null;
  /** The format of what is posted: 1 JSON, 2 like Slack. */
  interface: number | null;
  /** What tells the receiver that it is this server that posts: as it is, since the event log has it too. */
  token: string | null;
  /** JSON: name to text. */
  config: string;
}

/** What a bot keeps for itself. */
interface BotStorageTable {
  user_id: number;
  entry_key: string;
  value: string;
}

/** Of bots that services post to. */
interface IncomingWebhookTable {
  user_id: number;
  /** When the owner was last notified of a delivery that could not be used; 0 if never. */
  noticed_at: number;
  /** What it shares with the service, as `sealApiKey` makes it; empty where it was set before an import. */
  secret_box: string | null;
}

export interface BotSchema {
  bot: BotTable;
  bot_storage: BotStorageTable;
  incoming_webhook: IncomingWebhookTable;
}
