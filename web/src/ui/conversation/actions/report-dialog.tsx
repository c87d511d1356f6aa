import { useState } from 'preact/hooks';
import type { ReportType } from '../../../../../wire/reports.ts';
import { reportMessage } from '../../../actions/messages/message-changes.ts';
import { t, type TextKey } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { Select, TextField } from '../../kit/field.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { useClient } from '../../page/client.tsx';
import { Reason, type MessageDialogProps } from './delete-dialog.tsx';
import './dialogs.css';

const longest = 1000;

const texts: Readonly<Record<ReportType, TextKey>> = {
  spam: 'actions.report.spam',
  harassment: 'actions.report.harassment',
  inappropriate: 'actions.report.inappropriate',
  norms: 'actions.report.norms',
  other: 'actions.report.other',
};

/** Reasons of newer servers are shown by the server's name. */
function getText(type: string): string | undefined {
  const known: Partial<Readonly<Record<string, TextKey>>> = texts;
  const key = known[type];
  return key && t(key);
}

/** Reports a message to the moderators. */
export function ReportDialog({ message, onClose }: MessageDialogProps) {
  const client = useClient();
  const types = client.live.get('organization').server_report_message_types ?? [];
  const [type, setType] = useState(types[0]?.key ?? 'other');
  const [description, setDescription] = useState('');
  const [isBusy, setBusy] = useState(false);
  const [reason, setReason] = useState<string>();
  const isMissing = type === 'other' && description.trim() === '';
  const send = async () => {
    setBusy(true);
    const failure = await reportMessage(client, message.id, { report_type: type, description });
    setBusy(false);
    if (failure) {
      setReason(failureText(failure));
      return;
    }
    onClose();
    toast({ text: t('actions.reported') });
  };
  return (
    <Dialog
      title={t('actions.reportTitle')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} disabled={isMissing} onClick={() => void send()}>
            {t('actions.report')}
          </Button>
        </>
      }
    >
      <div class="dialogs-form">
        <p class="dialogs-hint">{t('actions.reportHint')}</p>
        <Select
          label={t('actions.reportType')}
          value={type}
          options={types.map(({ key, name }) => ({ value: key, text: getText(key) ?? name }))}
          onChange={setType}
        />
        <TextField
          label={t('actions.reportDescription')}
          hint={type === 'other' ? t('actions.reportNeeded') : undefined}
          rows={4}
          maxLength={longest}
          value={description}
          onInput={setDescription}
        />
        <Reason text={reason} />
      </div>
    </Dialog>
  );
}
