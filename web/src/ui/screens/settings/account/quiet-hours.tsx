import { Trash2 } from 'lucide-preact';
import type { QuietHours } from '../../../../../../wire/quiet-hours.ts';
import { saveQuietHours } from '../../../../actions/quiet.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { toMinutes, readQuiet, timeOfDay } from '../../../../view/people/quiet.ts';
import { weekdayOptions } from '../../../../view/settings/values.ts';
import { t } from '../../../../view/text/text.ts';
import { Button, IconButton } from '../../../kit/button.tsx';
import { Checkbox, TextField } from '../../../kit/field.tsx';
import { Icon } from '../../../kit/icon.tsx';
import { useSavedText, useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';
import './quiet-hours.css';

const nights: QuietHours = { days: [1, 2, 3, 4, 5, 6, 7], from: 22 * 60, to: 7 * 60 };
const most = 20;

type Saving = Promise<ApiFailure | undefined>;

/** When the person is never notified; each change is saved at once. */
export function OwnQuietHours() {
  const client = useClient();
  const { live } = client;
  const [state, save] = useSaving();
  const ownId = live.get('own').user_id;
  const { quiet_hours: all } = readQuiet(live, ownId);
  const own = live.get('users').get(ownId)?.timezone ?? '';
  const zone = own === '' ? Intl.DateTimeFormat().resolvedOptions().timeZone : own;
  const set = (rows: readonly QuietHours[]): Saving => saveQuietHours(client, rows);
  return (
    <Group title="quiet.hours">
      <p class="settings-hint">{t('quiet.hoursHint', { zone: zone.replaceAll('_', ' ') })}</p>
      {all.map((row, at) => (
        <Row
          key={at}
          row={row}
          onChange={(to) => set(all.map((one, i) => (i === at ? { ...one, ...to } : one)))}
          onRemove={() => save(set(all.filter((_, i) => i !== at)))}
        />
      ))}
      {all.length < most && (
        <div class="settings-actions">
          <Button onClick={() => save(set([...all, nights]))}>{t('quiet.add')}</Button>
        </div>
      )}
      <SavedLine state={state} />
    </Group>
  );
}

type RowProps = { row: QuietHours; onChange: (to: Partial<QuietHours>) => Saving; onRemove: () => void };

function Row({ row, onChange, onRemove }: RowProps) {
  const [state, save] = useSaving();
  const { days } = row;
  const toggle = (day: number, isOn: boolean) =>
    onChange({ days: isOn ? [...days, day].sort((a, b) => a - b) : days.filter((one) => one !== day) });
  return (
    <fieldset class="quiet-hours-row" aria-label={t('quiet.hours')}>
      <div class="quiet-hours-days">
        {weekdayOptions('short').map(({ value, text }) => (
          <Checkbox
            key={value}
            label={text}
            isOn={days.includes(value + 1)}
            onChange={(isOn) => save(toggle(value + 1, isOn))}
          />
        ))}
      </div>
      <div class="quiet-hours-times">
        <Time label={t('quiet.from')} minutes={row.from} change={(from) => onChange({ from })} />
        <Time label={t('quiet.to')} minutes={row.to} change={(to) => onChange({ to })} />
        <IconButton label={t('quiet.remove')} onClick={onRemove}>
          <Icon of={Trash2} />
        </IconButton>
      </div>
      <SavedLine state={state} />
    </fieldset>
  );
}

type TimeProps = { label: string; minutes: number; change: (minutes: number) => Saving };

function Time({ label, minutes, change }: TimeProps) {
  const field = useSavedText(timeOfDay(minutes), async (text) => change(toMinutes(text) ?? minutes), {
    isRequired: true,
  });
  return <TextField label={label} type="time" {...field} />;
}
