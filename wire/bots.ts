/** Bots: accounts for programs, each with an owner. */
import {
  Exact,
  Id,
  JsonOrBare,
  Nullable,
  optional,
  RoleSchema,
  Type,
  type Static,
  type Examples,
} from './core.ts';

const BotConfiguration = Type.Record(Type.String(), Type.String());
const BotService = Type.Union([
  Exact({ base_url: Type.String(), token: Type.String(), interface: Type.Integer() }),
  Exact({ service_name: Type.String(), config_data: BotConfiguration }),
]);

/** Fields of a bot that only its owner sees. */
export const OwnedBot = Exact({
  user_id: Id,
  default_all_public_streams: Type.Boolean(),
  default_events_register_stream: Nullable(Type.String()),
  default_sending_stream: Nullable(Type.String()),
  services: Type.Array(BotService),
});
export type OwnedBot = Static<typeof OwnedBot>;

const EmbeddedBot = Exact({ name: Type.String(), config: BotConfiguration });

const IncomingWebhookBot = Exact({
  name: Type.String(),
  display_name: Type.String(),
  all_event_types: Nullable(Type.Array(Type.String())),
  config_options: Type.Array(Exact({ key: Type.String(), label: Type.String(), validator: Type.String() })),
  url_options: Type.Array(Exact({ key: Type.String(), label: Type.String(), input_type: Type.String() })),
});

/** Type 2 only sends; type 3 receives messages by HTTP; type 4 runs within the server. */
export const botTypes = { generic: 1, incoming: 2, outgoing: 3, embedded: 4 } as const;

/** The format of the requests of an outgoing webhook: JSON, or a form like Slack's. */
export const botInterfaces = { generic: 1, slack: 2 } as const;

/** Code points of the names and values in one bot's configuration. */
export const botConfigurationLimit = 10_000;
/** Code points of the names and values that one bot stores. */
export const botStorageLimit = 10_000_000;

/** Code points of one key. */
export const botStorageKeyLength = 256;

export const BotPath = Type.Object({ bot_id: Id });

const Text = JsonOrBare([Type.String()]);

/** Channels by name. */
const defaults = {
  default_sending_stream: Type.String(),
  default_events_register_stream: Type.String(),
  default_all_public_streams: Type.Boolean(),
};

/** GET /bots: the caller's active bots, in order of creation. */
export const GetBotsResponse = Exact({
  bots: Type.Array(
    Exact({
      user_id: Id,
      username: Type.String(),
      full_name: Type.String(),
      api_key: Type.String(),
      avatar_url: Type.String(),
      default_sending_stream: Nullable(Type.String()),
      default_events_register_stream: Nullable(Type.String()),
      default_all_public_streams: Type.Boolean(),
    }),
  ),
});
export type GetBotsResponse = Static<typeof GetBotsResponse>;

/** POST /bots. The bot's email is derived from `short_name`. */
export const CreateBotParams = Type.Object({
  full_name: Type.String(),
  short_name: Type.String(),
  bot_type: Type.Integer({ default: botTypes.generic }),
  payload_url: Type.Optional(Text),
  interface_type: Type.Integer({ default: botInterfaces.generic }),
  service_name: Type.Optional(Type.String()),
  config_data: Type.Optional(BotConfiguration),
  ...optional(defaults),
});
export type CreateBotParams = Static<typeof CreateBotParams>;
export const CreateBotResponse = Exact({
  user_id: Id,
  api_key: Type.String(),
  avatar_url: Type.String(),
  default_sending_stream: Nullable(Type.String()),
  default_events_register_stream: Nullable(Type.String()),
  default_all_public_streams: Type.Boolean(),
});
export type CreateBotResponse = Static<typeof CreateBotResponse>;

/** PATCH /bots/{bot_id}. An empty string removes a default channel. */
export const UpdateBotParams = Type.Object(
  optional({
    full_name: Type.String(),
    short_name: Type.String(),
    role: RoleSchema,
    bot_owner_id: Id,
    ...defaults,
    service_payload_url: Text,
    service_interface: Type.Integer(),
    config_data: BotConfiguration,
  }),
);
export type UpdateBotParams = Static<typeof UpdateBotParams>;
export const UpdateBotResponse = Exact({
  full_name: Type.String(),
  avatar_url: Type.String(),
  service_interface: Nullable(Type.Integer()),
  service_payload_url: Nullable(Type.String()),
  config_data: Nullable(BotConfiguration),
  default_sending_stream: Nullable(Type.String()),
  default_events_register_stream: Nullable(Type.String()),
  default_all_public_streams: Type.Boolean(),
  // The owner's email; absent for a bot without an owner.
  bot_owner: Type.Optional(Type.String()),
});
export type UpdateBotResponse = Static<typeof UpdateBotResponse>;

/** GET /bots/{bot_id}/api_key, POST /bots/{bot_id}/api_key/regenerate */
export const BotApiKeyResponse = Exact({ api_key: Type.String() });

const botEvent = { id: Type.Integer(), type: Type.Literal('realm_bot') };

/** Sent to the bot's owner and to administrators. The public fields are sent in `realm_user` events. */
export const BotEvent = Type.Union([
  Exact({ ...botEvent, op: Type.Literal('add'), bot: OwnedBot }),
  Exact({
    ...botEvent,
    op: Type.Literal('update'),
    bot: Exact({ ...optional(OwnedBot.properties), user_id: Id }),
  }),
  // The reader may no longer administer the bot.
  Exact({ ...botEvent, op: Type.Literal('delete'), bot: Exact({ user_id: Id }) }),
]);
export type BotEvent = Static<typeof BotEvent>;

/** GET, DELETE /bot_storage: the named entries, or all of them. */
export const BotStorageKeysParams = Type.Object({ keys: Type.Optional(Type.Array(Type.String())) });
export const GetBotStorageResponse = Exact({ storage: Type.Record(Type.String(), Type.String()) });

/** PUT /bot_storage */
export const UpdateBotStorageParams = Type.Object({ storage: Type.Record(Type.String(), Type.String()) });

export const botState = {
  realm_bot: { realm_bots: Type.Array(OwnedBot) },
  realm_embedded_bots: { realm_embedded_bots: Type.Array(EmbeddedBot) },
  realm_incoming_webhook_bots: { realm_incoming_webhook_bots: Type.Array(IncomingWebhookBot) },
};

export const botEvents = { realm_bot: BotEvent };

export const botExamples: Examples<typeof botEvents> = {
  realm_bot: {
    'the reader loses the ownership of a bot': {
      id: 1,
      type: 'realm_bot',
      op: 'delete',
      bot: { user_id: 9 },
    },
  },
};
