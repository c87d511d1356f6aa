import {
  CheckWebhookParams,
  WebhookParams,
  WebhookPath,
  WebhookResponse,
} from '../../../../wire/integrations.ts';
import { route, withPath } from '../../http/route.ts';
import { checkWebhook, receiveDelivery } from './receive.ts';

export const incomingWebhookRoutes = [
  route({
    method: 'GET',
    path: '/external/:integration',
    operationId: 'check-webhook',
    policy: 'bots',
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
    takesDelivery: true,
    params: withPath(WebhookPath, WebhookParams),
    response: WebhookResponse,
    handle: ({ app, me, params, delivery, header, origin }) => {
      const { integration: name, ...rest } = params;
      return receiveDelivery(app, me, { name, params: rest, raw: delivery, header, origin });
    },
  }),
];
