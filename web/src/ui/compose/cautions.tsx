import { useEffect, useState } from 'preact/hooks';
import { subscribe } from '../../actions/channels.ts';
import { keepSubscribers } from '../../actions/subscribers.ts';
import type { Target } from '../../store/writing/drafts.ts';
import { mayAddPeople } from '../../view/channels/channel-rights.ts';
import { cautionsFor, sharedNames, type Cautions as FoundCautions } from '../../view/compose/cautions.ts';
import { mayResolve } from '../../view/messages/message-rights.ts';
import { joinNames } from '../../view/text/list.ts';
import { isolate, t } from '../../view/text/text.ts';
import { Button } from '../kit/button.tsx';
import { resolveAndFollow } from '../parts/topics/resolve-topic.ts';
import { useClient } from '../page/client.tsx';
import { wantFocus } from './state/state.ts';
import { report } from '../kit/toasts/report.ts';

/** Who is not reached and who else is, and that the topic is resolved, each with what can be done about it. */
export function Cautions({ to, text }: { to: Target; text: string }) {
  const client = useClient();
  const { live } = client;
  const found = cautionsFor(live, to, text);
  const shared = sharedNames(live, text);
  const asked = to.kind === 'topic' && text.includes('@**') ? to.channelId : undefined;
  useEffect(() => {
    // The subscribers of a channel that is not on the screen may be unknown.
    if (asked !== undefined && live.peek().channels.has(asked)) void keepSubscribers(client, asked);
  }, [asked]);
  // Mounted with the card: screen readers announce only changes in a live region that exists already.
  return (
    <div role="status" class="compose-cautions">
      {shared.length > 0 && (
        <Caution text={t('compose.sharedNames', { names: joinNames(shared.map(isolate)) })} action="" />
      )}
      {found && to.kind === 'topic' && to.channelId !== undefined && (
        <Found found={found} channelId={to.channelId} topic={to.topic} />
      )}
    </div>
  );
}

type FoundProps = { found: FoundCautions; channelId: number; topic: string };

function Found({ found: { outsiders, everyone, isResolved }, channelId, topic }: FoundProps) {
  const client = useClient();
  const { live } = client;
  const channel = live.get('channels').get(channelId);
  const ids = outsiders.map(({ user_id: id }) => id);
  return (
    <>
      {outsiders.length > 0 && (
        <Caution
          text={t('compose.outsiders', {
            count: outsiders.length,
            names: joinNames(outsiders.map(({ full_name: name }) => isolate(name))),
          })}
          action={t('compose.addOutsiders')}
          {...(channel && mayAddPeople(live, channelId, channel)
            ? { onAct: () => report(subscribe(client, channelId, ids)) }
            : {})}
        />
      )}
      {everyone !== undefined && <Caution text={t('compose.notifiesAll', { count: everyone })} action="" />}
      {isResolved && (
        <Caution
          text={t('compose.isResolved')}
          action={t('actions.unresolve')}
          {...(mayResolve(live.peek(), channelId, topic)
            ? { onAct: () => resolveAndFollow(client, { channelId, topic }) }
            : {})}
        />
      )}
    </>
  );
}

type CautionProps = { text: string; action: string; onAct?: () => Promise<unknown> };

function Caution({ text, action, onAct }: CautionProps) {
  const [isBusy, setBusy] = useState(false);
  const act = async () => {
    setBusy(true);
    await onAct?.();
    setBusy(false);
    // The button is gone; what was written is still to be sent.
    wantFocus();
  };
  return (
    <p class="compose-caution">
      {text}
      {onAct && (
        <Button kind="quiet" isBusy={isBusy} onClick={() => void act()}>
          {action}
        </Button>
      )}
    </p>
  );
}
