import { useState } from 'preact/hooks';
import type { Message } from '../../../../../wire/messages.ts';
import { deleteMessage } from '../../../actions/messages/message-changes.ts';
import { describeWidgetIn } from '../../../view/messages/widget-words.ts';
import { t } from '../../../view/text/text.ts';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { RenderedContent } from '../../parts/content/rendered-content.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { useClient } from '../../page/client.tsx';
import './dialogs.css';

export type MessageDialogProps = { message: Message; onClose: () => void };

export function DeleteDialog({ message, onClose }: MessageDialogProps) {
  const client = useClient();
  const widget = describeWidgetIn(client.live, message);
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const remove = async () => {
    setBusy(true);
    const failure = await deleteMessage(client, message.id);
    setBusy(false);
    if (failure) setReason(failureText(failure));
    else onClose();
  };
  return (
    <ConfirmDialog
      title={t('actions.deleteTitle')}
      action={t('actions.delete')}
      isBusy={isBusy}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <p>{t('actions.deleteHint')}</p>
      <div class="dialogs-excerpt" inert>
        {widget ?? <RenderedContent html={message.content} />}
      </div>
      <Reason text={reason} />
    </ConfirmDialog>
  );
}

/** Why the action failed. */
export function Reason({ text }: { text: string | undefined }) {
  if (text === undefined) return null;
  return (
    <p class="dialogs-reason" role="alert">
      {text}
    </p>
  );
}
