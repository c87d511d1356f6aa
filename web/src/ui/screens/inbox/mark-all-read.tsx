import { CheckCheck } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { t } from '../../../view/text/text.ts';
import { Button, IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { isPhone } from '../../page/layout.ts';
import { useClient } from '../../page/client.tsx';
import { markAll } from '../../conversation/actions/mark-all.ts';

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
