/** Finds where messages are now, since links and the cache may be out of date. */
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import type { Client } from '../../client.ts';
import { getConversation, type Destination } from '../../store/messages/narrow.ts';
import { toOutcome, type Outcome } from './lookups.ts';

/** By message ID, without messages that are deleted or not accessible. */
export const locateMessages = async (
  { api, live }: Client,
  ids: readonly number[],
): Promise<Outcome<Map<number, Destination>>> => {
  const params = { message_ids: ids, allow_empty_topic_name: true, client_gravatar: false };
  const ownId = live.peek().own.user_id;
  return toOutcome(
    api
      .get<GetMessagesResponse>('/messages', params)
      .then(
        ({ messages }) => new Map(messages.map((message) => [message.id, getConversation(message, ownId)])),
      ),
  );
};
