/** The log of outgoing webhook requests. */
import { BotPath } from './bots.ts';
import { Exact, Id, Nullable, Type, UnixSeconds, type Static } from './core.ts';

export const OutgoingDelivery = Exact({
  id: Id,
  // mention, direct_message or slash_command
  trigger: Type.String(),
  // null for slash commands, which are not retried
  message_id: Nullable(Id),
  // 1 for the first attempt
  attempt: Type.Integer(),
  timestamp: UnixSeconds,
  milliseconds: Type.Integer(),
  // null if there was no response
  status: Nullable(Type.Integer()),
  // the reason of a failure, in English; null on success
  error: Nullable(Type.String()),
  // at most 1,000 characters
  response: Nullable(Type.String()),
});
export type OutgoingDelivery = Static<typeof OutgoingDelivery>;

/** GET /heddle/bots/{bot_id}/deliveries: the newest first, at most 50 */
export const GetDeliveriesResponse = Exact({ deliveries: Type.Array(OutgoingDelivery) });

export const DeliveryPath = Type.Object({ ...BotPath.properties, delivery_id: Id });
