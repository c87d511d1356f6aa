import { markAllRead, markUnread } from '../../../actions/messages/marking-read.ts';
import type { Client } from '../../../connection/client.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { report } from '../../kit/toasts/report.ts';

/** Marks everything as read, including muted topics; can be undone. */
export async function markAll(client: Client): Promise<void> {
  const { value: ids, failure } = await markAllRead(client);
  if (failure !== undefined) {
    toast({ text: failureText(failure), kind: 'error' });
    return;
  }
  toast({
    text: t('inbox.allRead', { count: ids.length }),
    action: { text: t('later.undo'), onChoose: () => void report(markUnread(client, ids)) },
  });
}
