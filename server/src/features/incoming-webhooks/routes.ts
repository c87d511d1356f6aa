import { BotPath } from '../../../../wire/bots.ts';
import { EmptyResponse, Type } from '../../../../wire/core.ts';
import {
  CheckWebhookParams,
  GetIntegrationsResponse,
  GetWebhookSecretResponse,
  PreviewTemplateParams,
  PreviewTemplateResponse,
  SetWebhookSecretParams,
  SetWebhookTemplateParams,
  WebhookParams,
  WebhookPath,
  WebhookResponse,
  WebhookTemplate,
} from '../../../../wire/integrations.ts';
import { route, withPath } from '../../http/route.ts';
import { integrations } from './integrations.ts';
import { checkWebhook, receiveDelivery } from './receive.ts';
import { changeSecret, hasSecret } from './secret.ts';
import { changeTemplate, getTemplate, previewTemplate } from './template-store.ts';

export const incomingWebhookRoutes = [
  route({
    method: 'GET',
    path: '/external/:integration',
    operationId: 'check-webhook',
    policy: 'bots',
    scope: 'send',
    takesDelivery: true,
    params: withPath(WebhookPath, CheckWebhookParams),
    response: WebhookResponse,
    handle: ({ params }) => Promise.resolve(checkWebhook(params.integration)),
  }),
  route({
    method: 'POST',
    path: '/external/:integration',
    operationId: 'receive-webhook',
    policy: 'bots',
    personal: true,
    scope: 'send',
    takesDelivery: true,
    params: withPath(WebhookPath, WebhookParams),
    response: WebhookResponse,
    handle: ({ app, me, params, delivery, header, origin }) => {
      const { integration: name, ...rest } = params;
      return receiveDelivery(app, me, { name, params: rest, raw: delivery, header, origin });
    },
  }),
  route({
    method: 'GET',
    path: '/bots/:bot_id/webhook_secret',
    operationId: 'get-webhook-secret',
    policy: 'botKeepers',
    scope: 'credentials',
    params: BotPath,
    response: GetWebhookSecretResponse,
    handle: async ({ app, me, params }) => ({ has_secret: await hasSecret(app.db.read, me, params.bot_id) }),
  }),
  route({
    method: 'PUT',
    path: '/bots/:bot_id/webhook_secret',
    operationId: 'set-webhook-secret',
    policy: 'botKeepers',
    scope: 'credentials',
    params: withPath(BotPath, SetWebhookSecretParams),
    response: EmptyResponse,
    write: (tx, { app, me, params }) => changeSecret(tx, app, me, params.bot_id, params.secret),
  }),
  route({
    method: 'DELETE',
    path: '/bots/:bot_id/webhook_secret',
    operationId: 'delete-webhook-secret',
    policy: 'botKeepers',
    scope: 'credentials',
    params: BotPath,
    response: EmptyResponse,
    write: (tx, { app, me, params }) => changeSecret(tx, app, me, params.bot_id, undefined),
  }),
  route({
    method: 'GET',
    path: '/bots/:bot_id/webhook_template',
    operationId: 'get-webhook-template',
    policy: 'botKeepers',
    leaves: 'nothing',
    params: BotPath,
    response: WebhookTemplate,
    handle: async ({ app, me, params }) => ({ ...(await getTemplate(app.db.read, me, params.bot_id)) }),
  }),
  route({
    method: 'PUT',
    path: '/bots/:bot_id/webhook_template',
    operationId: 'set-webhook-template',
    policy: 'botKeepers',
    leaves: 'nothing',
    params: withPath(BotPath, SetWebhookTemplateParams),
    response: EmptyResponse,
    async handle({ app, me, params: { bot_id: id, topic, content } }) {
      await changeTemplate(app, me, id, { topic, content });
      return {};
    },
  }),
  route({
    method: 'DELETE',
    path: '/bots/:bot_id/webhook_template',
    operationId: 'delete-webhook-template',
    policy: 'botKeepers',
    leaves: 'nothing',
    params: BotPath,
    response: EmptyResponse,
    async handle({ app, me, params }) {
      await changeTemplate(app, me, params.bot_id, undefined);
      return {};
    },
  }),
  route({
    method: 'POST',
    path: '/bots/:bot_id/webhook_template/preview',
    operationId: 'preview-webhook-template',
    policy: 'botKeepers',
    leaves: 'nothing',
    personal: true,
    params: withPath(BotPath, PreviewTemplateParams),
    response: PreviewTemplateResponse,
    handle: ({ me, params: { bot_id: id, ...given } }) => previewTemplate(me, id, given),
  }),
  route({
    method: 'GET',
    path: '/heddle/integrations',
    operationId: 'get-integrations',
    policy: 'signedIn',
    leaves: 'nothing',
    params: Type.Object({}),
    response: GetIntegrationsResponse,
    handle: () =>
      Promise.resolve({
        integrations: integrations.map(({ name, displayName }) => ({ name, display_name: displayName })),
      }),
  }),
];
