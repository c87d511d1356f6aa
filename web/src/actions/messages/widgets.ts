/** Votes in polls and checks off tasks. Shown only when the event arrives, so that everyone has the same order. */
import type { PollChange, TodoChange } from '../../../../wire/submessages.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { ask } from '../request/outcome.ts';

export const changeWidget = (
  { api }: Client,
  messageId: number,
  change: PollChange | TodoChange,
): Promise<ApiFailure | undefined> =>
  ask(
    api.post('/submessage', {
      message_id: messageId,
      msg_type: 'widget',
      content: JSON.stringify(change),
    }),
  );
