import { useEffect } from 'preact/hooks';
import type { Message } from '../../../../../wire/messages.ts';
import { requestMessage } from '../../../actions/messages/named-messages.ts';
import { useClient } from '../../page/client.tsx';

/** The newest message of a conversation: fetched if none is loaded, and again after it was evicted. */
export function useMessage(id: number): Message | undefined {
  const client = useClient();
  const message = client.live.message(id);
  const isMissing = message === undefined;
  const isOnline = client.sync.connection.value.kind === 'online';
  useEffect(() => {
    if (isMissing && isOnline) requestMessage(client, id);
  }, [id, isMissing, isOnline]);
  return message;
}
