import { useState } from 'preact/hooks';
import { getFailure } from '../../../connection/api.ts';
import { fetchMessageSince } from '../../../actions/messages/history.ts';
import type { Narrow } from '../../../store/narrow/narrow.ts';
import { searchPeriod } from '../../../view/narrow/search-dates.ts';
import { t } from '../../../view/text/text.ts';
import { TextField } from '../../kit/field.tsx';
import { FormDialog } from '../../kit/overlays/form-dialog.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { useClient } from '../../page/client.tsx';
import { navigate } from '../../page/location.ts';

/** Asks for a day, and opens the view at its first message, or at the next later one. */
export function JumpDialog({ narrow, onClose }: { narrow: Narrow; onClose: () => void }) {
  const client = useClient();
  const [day, setDay] = useState('');
  const period = searchPeriod(day);
  const go = async () => {
    if (period === undefined) return undefined;
    try {
      const near = await fetchMessageSince(client, narrow, period.from);
      if (near === undefined) toast({ text: t('messages.empty') });
      else navigate({ screen: 'narrow', narrow, near });
      return undefined;
    } catch (error) {
      return getFailure(error);
    }
  };
  return (
    <FormDialog
      title={t('jump.title')}
      size="small"
      action={t('jump.go')}
      isComplete={period !== undefined}
      save={go}
      onClose={onClose}
    >
      <TextField label={t('jump.day')} type="date" value={day} onInput={setDay} />
    </FormDialog>
  );
}
