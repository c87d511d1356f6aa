/** Voting in polls and ticking off tasks. Shown when the event arrives, so that everyone sees the same order. */
import type { PollChange, TodoChange } from '../../../../wire/submessages.ts';
import { getFailure, type ApiFailure } from '../../api.ts';
import type { Client } from '../../client.ts';

export async function changeWidget(
  client: Client,
  messageId: number,
  change: PollChange | TodoChange,
): Promise<ApiFailure | undefined> {
  try {
    const content = JSON.stringify(change);
    await client.api.post('/submessage', { message_id: messageId, msg_type: 'widget', content });
    return undefined;
  } catch (error) {
    return getFailure(error);
  }
}
