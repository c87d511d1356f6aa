/** Incoming webhooks: requests of services to the URL of a bot. The body has the service's own format. */
import { Exact, Id, JsonOrBare, NonBlank, Type, type Static } from './core.ts';

const Patterns = Type.Array(Type.String({ maxLength: 200 }), { maxItems: 100 });

/** A parameter of POST /external/{integration}. */
const Flag = JsonOrBare([Type.Boolean(), Type.Integer({ minimum: 0, maximum: 1 })]);

export const WebhookPath = Type.Object({ integration: Type.String() });

/** POST /external/{integration} */
export const WebhookParams = Type.Object({
  // Authenticates a bot, like HTTP Basic.
  api_key: Type.Optional(Type.String()),
  // A channel's name or id. If absent, the bot's owner gets direct messages.
  stream: Type.Optional(Type.String()),
  // Replaces the topic that is derived from the payload.
  topic: Type.Optional(Type.String()),
  // Glob patterns (`*`, `?`, `[…]`) of event names: only these, and all except for these.
  only_events: Type.Optional(Patterns),
  exclude_events: Type.Optional(Patterns),
  // Branches, separated by commas: pushes to others are ignored.
  branches: Type.Optional(Type.String()),
  ignore_private_repositories: Type.Optional(Flag),
  use_merge_request_title: Type.Optional(Flag),
  // Whether a Slack channel becomes a topic or a channel.
  channels_map_to_topics: Type.Optional(Flag),
  // The label or annotation of an alert that contains its topic, and the one that contains its description.
  name: Type.Optional(NonBlank),
  desc: Type.Optional(NonBlank),
});
export type WebhookParams = Static<typeof WebhookParams>;

/** GET /heddle/integrations: the list of supported services. */
export const GetIntegrationsResponse = Exact({
  integrations: Type.Array(Exact({ name: Type.String(), display_name: Type.String() })),
});
export type ListedIntegration = Static<typeof GetIntegrationsResponse>['integrations'][number];

/** GET /bots/{bot_id}/webhook_secret; the secret itself is never returned. */
export const GetWebhookSecretResponse = Exact({ has_secret: Type.Boolean() });

/** PUT /bots/{bot_id}/webhook_secret: deliveries must be signed with it. */
export const SetWebhookSecretParams = Type.Object({ secret: Type.String({ minLength: 8, maxLength: 500 }) });

/** GET /bots/{bot_id}/webhook_template: Liquid; empty strings if there is no template. */
export const WebhookTemplate = Exact({ topic: Type.String(), content: Type.String() });

/** PUT /bots/{bot_id}/webhook_template */
const template = {
  topic: Type.String({ default: '' }),
  content: NonBlank,
};
export const SetWebhookTemplateParams = Type.Object(template);

/** POST /bots/{bot_id}/webhook_template/preview */
export const PreviewTemplateParams = Type.Object({
  ...template,
  // A delivery, as a JSON string.
  payload: JsonOrBare([Type.String()]),
});
export const PreviewTemplateResponse = Exact({
  topic: Type.String(),
  // Markdown, and the same as HTML; empty if nothing would be posted.
  content: Type.String(),
  rendered_content: Type.String(),
});
export type PreviewTemplateResponse = Static<typeof PreviewTemplateResponse>;

/** GET /external/{integration}: for services that check with HEAD whether the URL exists. */
export const CheckWebhookParams = Type.Object({ api_key: Type.Optional(Type.String()) });

/** Empty, except for services that need the name of the bot. */
export const WebhookResponse = Exact({
  ok: Type.Optional(Type.Boolean()),
  challenge: Type.Optional(Type.String()),
  full_name: Type.Optional(Type.String()),
  email: Type.Optional(Type.String()),
  id: Type.Optional(Id),
});
export type WebhookResponse = Static<typeof WebhookResponse>;
