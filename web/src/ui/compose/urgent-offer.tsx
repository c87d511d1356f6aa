import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { notifyUrgently } from '../../actions/quiet.ts';
import { isConversation, type Narrow } from '../../store/narrow/narrow.ts';
import { serverSeconds } from '../../store/server-clock.ts';
import { getClock } from '../../view/preferences/preferences.ts';
import { quietEnd } from '../../view/people/quiet.ts';
import { heldRecipients, mayOverrideQuiet } from '../../view/people/urgent.ts';
import { personName } from '../../view/narrow/names.ts';
import { isolate, t } from '../../view/text/text.ts';
import { getComingTime } from '../../view/text/times.ts';
import { Button } from '../kit/button.tsx';
import { report } from '../kit/toasts/report.ts';
import { announce } from '../kit/toasts/toast.tsx';
import { useClient } from '../page/client.tsx';
import { wantFocus } from './state/state.ts';

/** Message and person of what was done on this page; the server does it once in any case. */
const done = signal<ReadonlySet<string>>(new Set());

const most = 3;

/** After a message to people who are not to be disturbed, for those who may have them notified anyway. */
export function UrgentOffer({ narrow }: { narrow: Narrow }) {
  const { live, history } = useClient();
  const isPossible = isConversation(narrow) && mayOverrideQuiet(live);
  const id = isPossible ? history.open(narrow).ids.value.at(-1) : undefined;
  const held = id === undefined ? [] : heldRecipients(live, live.message(id));
  return (
    <div role="status" class="compose-urgent">
      {held
        .filter((userId) => !done.value.has(`${String(id)} ${String(userId)}`))
        .slice(0, most)
        .map((userId) => (
          <Offer key={userId} messageId={id!} userId={userId} />
        ))}
    </div>
  );
}

function Offer({ messageId, userId }: { messageId: number; userId: number }) {
  const client = useClient();
  const { live } = client;
  const [isBusy, setBusy] = useState(false);
  const name = isolate(personName(live, userId));
  const time = getComingTime(quietEnd(live, userId) ?? 0, serverSeconds(live), getClock(live));
  const act = async () => {
    setBusy(true);
    const isDone = await report(notifyUrgently(client, messageId, userId));
    setBusy(false);
    if (!isDone) return;
    done.value = new Set(done.peek()).add(`${String(messageId)} ${String(userId)}`);
    announce(t('urgent.done', { name }));
    // The button is gone.
    wantFocus();
  };
  return (
    <p class="compose-caution">
      {t('urgent.offer', { name, time })}
      <Button kind="quiet" isBusy={isBusy} onClick={() => void act()}>
        {t('urgent.notify')}
      </Button>
    </p>
  );
}
