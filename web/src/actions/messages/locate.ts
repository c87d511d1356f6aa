/** Finds where messages are now, since links and the cache may be out of date. */
import type { GetMessagesResponse } from '../../../../wire/messages.ts';
import type { Client } from '../../connection/client.ts';
import { getConversation, getTerms, narrowKey, type Destination } from '../../store/narrow/narrow.ts';
import { toOutcome, type Outcome } from '../request/outcome.ts';

type Context = Pick<Client, 'api' | 'live'>;

/** By message ID, without messages that are deleted or not accessible. */
export const locateMessages = async (
  { api, live }: Context,
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

/**
 * The new place of a conversation that was moved as a whole; undefined if it was not, or if that cannot be found out. Later
 * messages do not count: a notice of the move, or another conversation with the old name.
 * @param messageId a message that was in it
 */
export async function locateConversation(
  context: Context,
  from: Destination,
  messageId: number,
): Promise<Destination | undefined> {
  const { api, live } = context;
  const to = (await locateMessages(context, [messageId])).value?.get(messageId);
  if (to === undefined || narrowKey(to) === narrowKey(from)) return undefined;
  const narrow = getTerms(from, live.peek().own.user_id);
  const params = { narrow, anchor: messageId, num_before: 1, num_after: 0, allow_empty_topic_name: true };
  const before = await toOutcome(api.get<GetMessagesResponse>('/messages', params));
  return before.value?.messages.length === 0 ? to : undefined;
}
