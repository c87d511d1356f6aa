import { fetchSource } from '../../actions/message-changes.ts';
import { t } from '../../view/text/text.ts';
import { Button } from '../base/button.tsx';
import { Dialog } from '../base/overlays/dialog.tsx';
import { Skeleton } from '../base/skeleton.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';
import { copy } from './commands.ts';
import { Reason, type MessageDialogProps } from './delete-dialog.tsx';
import './dialogs.css';
import { useResponse } from './use-answer.ts';

/** A message as it was written. */
export function SourceDialog({ message, onClose }: MessageDialogProps) {
  const client = useClient();
  const response = useResponse(() => fetchSource(client, message.id));
  const source = response?.value;
  return (
    <Dialog
      title={t('actions.source')}
      onClose={onClose}
      footer={
        <Button
          kind="primary"
          disabled={source === undefined}
          onClick={() => source !== undefined && void copy(source, t('actions.textCopied'))}
        >
          {t('actions.copyText')}
        </Button>
      }
    >
      {response === undefined && <Skeleton rows={2} />}
      <Reason text={response?.failure && failureText(response.failure)} />
      {source !== undefined && (
        <pre class="dialogs-source" tabIndex={0} dir="auto">
          {source}
        </pre>
      )}
    </Dialog>
  );
}
