import { CheckCheck } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { markAllRead, markUnread } from '../../actions/messages/marking-read.ts';
import type { Client } from '../../client.ts';
import { t } from '../../view/text/text.ts';
import { Button, IconButton } from '../base/button.tsx';
import { Icon } from '../base/icon.tsx';
import { toast } from '../base/overlays/toast.tsx';
import { isPhone } from '../frame/layout.ts';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { report } from '../sidebar/place-actions.ts';

/** Marks everything as read, including muted topics; can be undone. */
export function MarkAllRead() {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  if (client.live.get('unreads').places.size === 0) return null;
  const label = t('inbox.markAllRead');
  const onClick = async () => {
    setBusy(true);
    await markAll(client);
    setBusy(false);
  };
  if (isPhone.value)
    return (
      <IconButton label={label} aria-disabled={isBusy} onClick={() => !isBusy && void onClick()}>
        <Icon of={CheckCheck} size={20} />
      </IconButton>
    );
  return (
    <Button kind="quiet" isBusy={isBusy} onClick={() => void onClick()}>
      <Icon of={CheckCheck} />
      {label}
    </Button>
  );
}

async function markAll(client: Client): Promise<void> {
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
