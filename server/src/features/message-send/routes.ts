import { RenderMessageResponse, RenderMessageParams } from '../../../../wire/edits.ts';
import { SendMessageResponse, SendMessageParams } from '../../../../wire/messages.ts';
import { usualChannel } from '../../core/bots/index.ts';
import { route } from '../../http/route.ts';
import { renderText } from './render-text.ts';
import { sendMessage } from './send.ts';

export const messageSendRoutes = [
  route({
    method: 'POST',
    path: '/messages',
    operationId: 'send-message',
    policy: 'senders',
    personal: true,
    scope: 'send',
    takesChannelKeys: 'handler',
    params: SendMessageParams,
    response: SendMessageResponse,
    handle: async ({ app, me, params, client, origin, header }) => {
      const to = params.to === '' ? await usualChannel(app.db.read, me, params.type) : params.to;
      const request = { ...params, to, origin, idempotencyKey: header('idempotency-key') };
      return sendMessage(app, me, request, client);
    },
  }),
  route({
    method: 'POST',
    path: '/messages/render',
    operationId: 'render-message',
    policy: 'signedIn',
    personal: true,
    scope: 'read',
    params: RenderMessageParams,
    response: RenderMessageResponse,
    handle: async ({ app, me, params, origin }) => ({
      rendered: await renderText(app, me, params.content, origin),
    }),
  }),
];
