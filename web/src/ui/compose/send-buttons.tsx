import { ChevronUp, SendHorizontal } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { saveSetting } from '../../actions/settings.ts';
import { schedule } from '../../actions/messages/later.ts';
import type { Live } from '../../store/live.ts';
import { clockAhead, serverNow, serverSeconds } from '../../store/server-clock.ts';
import type { Target } from '../../store/writing/drafts.ts';
import { getClock, preference } from '../../view/preferences/preferences.ts';
import { localInput, remindChoices } from '../../view/messages/remind-times.ts';
import { t } from '../../view/text/text.ts';
import { getDayAndTime } from '../../view/text/times.ts';
import { describeWrongClock } from '../../view/text/wrong-clock.ts';
import { Button, IconButton } from '../kit/button.tsx';
import { Dialog } from '../kit/overlays/dialog.tsx';
import { TextField } from '../kit/field.tsx';
import { Icon } from '../kit/icon.tsx';
import { Menu, type MenuItem } from '../kit/overlays/menu.tsx';
import { report } from '../kit/toasts/report.ts';
import { toast } from '../kit/toasts/toast.tsx';
import { ClockNotice } from '../parts/clock-notice.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../../view/text/failure.ts';
import { focusPlace } from './state/send.ts';
import { drafts } from './state/state.ts';
import { getDestination } from './state/written.ts';

type Props = {
  to: Target;
  canSend: boolean;
  /** Sending waits for uploads. */
  isWaiting: boolean;
  /** Asks whether it may be sent there, if that has to be asked, before it calls what follows. */
  ask: (then: () => void) => void;
  onSend: () => void;
};

const enterSetting = { source: 'personal', name: 'enter_sends' } as const;

/** Sends now or at a chosen time; its menu also says what Enter does. */
export function SendButtons({ to, canSend, isWaiting, ask, onSend }: Props) {
  const client = useClient();
  const [menu, setMenu] = useState<Element | null>(null);
  const [asksForTime, setAsksForTime] = useState(false);
  const enterSends = preference(client.live, 'enter_sends') === true;
  const sendAt = useSendAt(to);
  return (
    <div class="send-buttons">
      <Button
        kind={canSend ? 'primary' : 'quiet'}
        disabled={!canSend}
        isBusy={isWaiting}
        onClick={onSend}
        {...(enterSends ? {} : { command: 'send' as const })}
      >
        <span class="visually-hidden">{t('compose.send')}</span>
        <Icon of={SendHorizontal} />
      </Button>
      <IconButton
        label={t('compose.sendOptions')}
        aria-haspopup="menu"
        aria-expanded={menu !== null}
        disabled={isWaiting}
        onClick={({ currentTarget }) => {
          const open = () => setMenu(currentTarget);
          if (canSend) ask(open);
          else open();
        }}
      >
        <Icon of={ChevronUp} />
      </IconButton>
      {menu && (
        <Menu
          anchor={menu}
          label={t('compose.sendOptions')}
          align="end"
          onClose={() => setMenu(null)}
          items={[
            ...(canSend ? timeItems(client.live, sendAt, () => setAsksForTime(true)) : []),
            {
              text: t('compose.enterSends'),
              isChecked: enterSends,
              onChoose: () => void report(saveSetting(client, enterSetting, !enterSends)),
            },
          ]}
        />
      )}
      {asksForTime && <TimeDialog onChoose={sendAt} onClose={() => setAsksForTime(false)} />}
    </div>
  );
}

const when = (live: Live, at: number): string =>
  getDayAndTime(at / 1000, serverSeconds(live), getClock(live));

type SendAt = (at: number) => Promise<string | undefined>;

function timeItems(live: Live, sendAt: SendAt, onOwn: () => void): MenuItem[] {
  const choices = remindChoices(serverNow(live)).map(({ key, at }) => ({
    text: t(`actions.remind.${key}`),
    hint: when(live, at),
    onChoose: () => void sendAt(at).then((reason) => reason && toast({ text: reason, kind: 'error' })),
  }));
  return [...choices, 'line', { text: t('compose.ownTime'), onChoose: onOwn }, 'line'];
}

/**
 * Schedules the message, in milliseconds since 1970, and deletes the draft.
 * @returns why it was refused, if it was
 */
function useSendAt(to: Target): SendAt {
  const client = useClient();
  return async (at) => {
    if (!(at > serverNow(client.live))) return t('later.past');
    const destination = getDestination(to);
    if (destination === undefined) {
      focusPlace(to);
      return t('compose.noDestination');
    }
    const text = drafts.getText(to);
    const failure = await schedule(client, destination, text.trim(), Math.round(at / 1000));
    if (failure !== undefined) return failureText(failure);
    // A text that was changed meanwhile stays.
    if (drafts.getText(to) === text) drafts.write(to, '');
    const notice = describeWrongClock(clockAhead(client.live));
    const done = t('compose.scheduled', { time: when(client.live, at) });
    toast({ text: notice === undefined ? done : `${done} ${notice}` });
    return undefined;
  };
}

function TimeDialog({ onChoose, onClose }: { onChoose: SendAt; onClose: () => void }) {
  const { live } = useClient();
  const [time, setTime] = useState(() => localInput(serverNow(live) + 86_400_000));
  const [error, setError] = useState<string>();
  const [isBusy, setBusy] = useState(false);
  const choose = async () => {
    setBusy(true);
    const reason = await onChoose(new Date(time).getTime());
    setBusy(false);
    if (reason === undefined) onClose();
    else setError(reason);
  };
  return (
    <Dialog
      title={t('compose.schedule')}
      size="small"
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" isBusy={isBusy} onClick={() => void choose()}>
            {t('compose.schedule')}
          </Button>
        </>
      }
    >
      <TextField
        label={t('later.when')}
        type="datetime-local"
        value={time}
        onInput={setTime}
        {...(error === undefined ? {} : { save: { error } })}
      />
      <ClockNotice />
    </Dialog>
  );
}
