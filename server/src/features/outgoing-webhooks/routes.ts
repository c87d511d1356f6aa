import { BotPath } from '../../../../wire/bots.ts';
import { EmptyResponse } from '../../../../wire/core.ts';
import { DeliveryPath, GetDeliveriesResponse } from '../../../../wire/deliveries.ts';
import { route } from '../../http/route.ts';
import { getDeliveries, sendAgain } from './deliveries.ts';

export const deliveryRoutes = [
  route({
    method: 'GET',
    path: '/heddle/bots/:bot_id/deliveries',
    operationId: 'heddle-get-deliveries',
    policy: 'botKeepers',
    leaves: 'nothing',
    params: BotPath,
    response: GetDeliveriesResponse,
    handle: async ({ app, me, params }) => ({
      deliveries: await getDeliveries(app.db.read, me, params.bot_id),
    }),
  }),
  route({
    method: 'POST',
    path: '/heddle/bots/:bot_id/deliveries/:delivery_id/send',
    operationId: 'heddle-send-delivery-again',
    policy: 'botKeepers',
    leaves: 'nothing',
    personal: true,
    params: DeliveryPath,
    response: EmptyResponse,
    write: (tx, { me, params }) => sendAgain(tx, me, params.bot_id, params.delivery_id),
  }),
];
