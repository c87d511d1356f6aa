import { SendMessageAnswer, SendMessageParams } from '../../../../wire/messages.ts';
import { route } from '../../http/route.ts';
import { sendMessage } from './send.ts';

export const messageRoutes = [
  route({
    method: 'POST',
    path: '/messages',
    operationId: 'send-message',
    policy: 'signedIn',
    params: SendMessageParams,
    answer: SendMessageAnswer,
    handle: async ({ heddle, me, params, client, header }) => ({
      id: await sendMessage(heddle, me, { ...params, idempotencyKey: header('idempotency-key') }, client),
    }),
  }),
];
