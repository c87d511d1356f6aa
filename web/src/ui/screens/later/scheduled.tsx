import { Clock, SendHorizontal, Trash2 } from 'lucide-preact';
import { useState } from 'preact/hooks';
import type { Reminder } from '../../../../../wire/reminders.ts';
import type { ScheduledMessage } from '../../../../../wire/scheduled-messages.ts';
import {
  deleteReminder,
  deleteScheduled,
  sendScheduledNow,
  changeScheduled,
} from '../../../actions/messages/later.ts';
import type { ApiFailure } from '../../../connection/api.ts';
import { getDestination } from '../../../store/writing/waiting.ts';
import { t } from '../../../view/text/text.ts';
import { arrowKeys } from '../../kit/lists/arrows.ts';
import { useRowKeys } from '../../kit/lists/row-keys.ts';
import { IconButton, Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Icon } from '../../kit/icon.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { navigate } from '../../page/location.ts';
import { useKeptFocus } from './keep-focus.ts';
import { ClockNotice } from '../../parts/clock-notice.tsx';
import { LaterRow } from './later-row.tsx';
import { serverSeconds } from '../../../store/server-clock.ts';
import { fromLocalInput, toLocalInput } from '../../../view/text/local-time.ts';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { TextField } from '../../kit/field.tsx';

/** Scheduled messages and reminders, earliest first. */
export default function Scheduled() {
  const { live } = useClient();
  useRowKeys('.later-row-main');
  const soonest = <One extends { scheduled_delivery_timestamp: number }>(all: Iterable<One>): One[] =>
    [...all].sort((a, b) => a.scheduled_delivery_timestamp - b.scheduled_delivery_timestamp);
  const messages = soonest(live.get('scheduled').values());
  const reminders = soonest(live.get('reminders').values());
  const list = useKeptFocus([
    ...messages.map(({ scheduled_message_id: id }) => `message ${id}`),
    ...reminders.map(({ reminder_id: id }) => `reminder ${id}`),
  ]);
  return (
    <>
      <PlainHeader title={t('views.scheduled')} />
      {messages.length + reminders.length === 0 ? (
        <EmptyState title={t('later.noScheduled')}>{t('later.noScheduledHint')}</EmptyState>
      ) : (
        <div class="later" ref={list} onKeyDown={arrowKeys('.later-row-main')}>
          <div class="frame-column">
            <ClockNotice />
            {messages.length > 0 && <h2 class="later-title">{t('later.messages')}</h2>}
            <ul class="later-list" role="list">
              {messages.map((message) => (
                <ScheduledItem key={message.scheduled_message_id} message={message} />
              ))}
            </ul>
            {reminders.length > 0 && <h2 class="later-title">{t('later.reminders')}</h2>}
            <ul class="later-list" role="list">
              {reminders.map((reminder) => (
                <ReminderItem key={reminder.reminder_id} reminder={reminder} />
              ))}
            </ul>
          </div>
        </div>
      )}
    </>
  );
}

async function report(done: Promise<ApiFailure | undefined>): Promise<void> {
  const failure = await done;
  if (failure !== undefined) toast({ text: failureText(failure), kind: 'error' });
}

function ScheduledItem({ message }: { message: ScheduledMessage }) {
  const client = useClient();
  const [isEditing, setEditing] = useState(false);
  const to = getDestination(message, client.live.get('own').user_id);
  const edit = () => setEditing(true);
  return (
    <>
      <LaterRow
        target={to}
        time={message.scheduled_delivery_timestamp}
        text={message.content}
        html={message.rendered_content}
        problem={message.failed ? t('later.failed') : undefined}
        onOpen={edit}
      >
        <IconButton label={t('later.change')} onClick={edit}>
          <Icon of={Clock} />
        </IconButton>
        <IconButton
          label={t('later.sendNow')}
          onClick={() => void report(sendScheduledNow(client, message, to))}
        >
          <Icon of={SendHorizontal} />
        </IconButton>
        <IconButton
          label={t('later.delete')}
          onClick={() => void report(deleteScheduled(client, message.scheduled_message_id))}
        >
          <Icon of={Trash2} />
        </IconButton>
      </LaterRow>
      {isEditing && <EditScheduled message={message} onClose={() => setEditing(false)} />}
    </>
  );
}

function ReminderItem({ reminder }: { reminder: Reminder }) {
  const client = useClient();
  const near = reminder.reminder_target_message_id;
  const open = () => navigate({ screen: 'narrow', narrow: { kind: 'feed' }, near });
  return (
    <LaterRow
      target={{ kind: 'direct', userIds: [] }}
      time={reminder.scheduled_delivery_timestamp}
      text={reminder.content}
      html={reminder.rendered_content}
      problem={reminder.failed ? t('later.failed') : undefined}
      onOpen={open}
    >
      <IconButton
        label={t('later.deleteReminder')}
        onClick={() => void report(deleteReminder(client, reminder.reminder_id))}
      >
        <Icon of={Trash2} />
      </IconButton>
    </LaterRow>
  );
}

/** Changes the time or the text. */
function EditScheduled({ message, onClose }: { message: ScheduledMessage; onClose: () => void }) {
  const client = useClient();
  const [content, setContent] = useState(message.content);
  const [time, setTime] = useState(toLocalInput(message.scheduled_delivery_timestamp));
  const [error, setError] = useState<{ of: 'time' | 'text'; text: string }>();
  const [isBusy, setBusy] = useState(false);
  const save = async () => {
    const at = fromLocalInput(time);
    if (at === undefined || at <= serverSeconds(client.live)) {
      setError({ of: 'time', text: t('later.past') });
      return;
    }
    setError(undefined);
    setBusy(true);
    const failure = await changeScheduled(client, message.scheduled_message_id, { at, content });
    setBusy(false);
    if (failure === undefined) onClose();
    else setError({ of: 'text', text: failureText(failure) });
  };
  return (
    <Dialog
      title={t('later.change')}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} disabled={content.trim() === ''} onClick={() => void save()}>
            {t('common.save')}
          </Button>
        </>
      }
    >
      <form
        class="later-form"
        onSubmit={(event) => {
          event.preventDefault();
          void save();
        }}
      >
        <TextField
          label={t('later.when')}
          type="datetime-local"
          value={time}
          onInput={setTime}
          {...(error?.of === 'time' ? { save: { error: error.text } } : {})}
        />
        <ClockNotice />
        <TextField
          label={t('later.text')}
          rows={6}
          value={content}
          onInput={setContent}
          {...(error?.of === 'text' ? { save: { error: error.text } } : {})}
        />
      </form>
    </Dialog>
  );
}
