import { useState } from 'preact/hooks';
import type { PropagateMode } from '../../../../../wire/edits.ts';
import { moveMessage } from '../../../actions/messages/message-changes.ts';
import type { ApiFailure } from '../../../connection/api.ts';
import { getConversation, narrowKey, type Destination } from '../../../store/narrow/narrow.ts';
import { serverSeconds } from '../../../store/server-clock.ts';
import { messageRights } from '../../../view/messages/message-rights.ts';
import { channelName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { moveObjection, topicRule } from '../../../view/compose/writing-rights.ts';
import { Button } from '../../kit/button.tsx';
import { Dialog } from '../../kit/overlays/dialog.tsx';
import { Checkbox } from '../../kit/field.tsx';
import { useId } from '../../kit/use-id.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { useKnownTopics } from '../../parts/topics/use-topics.ts';
import { chosen, clearChosen } from './chosen.ts';
import { failureText } from '../../../view/text/failure.ts';
import { useClient } from '../../page/client.tsx';
import { navigate } from '../../page/location.ts';
import { Reason, type MessageDialogProps } from './delete-dialog.tsx';
import './dialogs.css';
import { PlaceFields, useChannels } from './place-fields.tsx';
import { shownNarrow } from '../../page/shown-narrow.ts';

type Topic = Extract<Destination, { kind: 'topic' }>;

/** Moves a message, and as much of its topic as is chosen. */
export function MoveDialog({ message, onClose }: MessageDialogProps) {
  const { live } = useClient();
  const rights = messageRights(live.peek(), message, serverSeconds(live));
  const from = getConversation(message, live.peek().own.user_id);
  if (from.kind === 'direct') return null;
  const others = chosen.value?.ids[0] === message.id ? chosen.value.ids.slice(1) : [];
  const what = others.length > 0 ? 'chosen' : 'message';
  return (
    <MoveForm what={what} id={message.id} others={others} from={from} rights={rights} onClose={onClose} />
  );
}

type MoveTopicProps = { id: number; channelId: number; topic: string; onClose: () => void };

/** Moves all of a topic. */
export function MoveTopicDialog({ id, channelId, topic, onClose }: MoveTopicProps) {
  const { live } = useClient();
  const message = live.message(id);
  const rights = message && messageRights(live.peek(), message, serverSeconds(live));
  return (
    <MoveForm
      what="topic"
      id={id}
      from={{ kind: 'topic', channelId, topic }}
      rights={rights ?? { moveTopic: true, moveChannel: true }}
      onClose={onClose}
    />
  );
}

type FormProps = {
  /** `chosen`: exactly the chosen messages. */
  what: 'message' | 'chosen' | 'topic';
  id: number;
  others?: readonly number[];
  from: Topic;
  rights: { moveTopic: boolean; moveChannel: boolean };
  onClose: () => void;
};

const titles = { message: 'actions.move', chosen: 'actions.moveChosen', topic: 'actions.moveTopic' } as const;
const usualModes = { message: 'change_later', chosen: 'change_one', topic: 'change_all' } as const;

function MoveForm({ what, id, others = [], from, rights, onClose }: FormProps) {
  const client = useClient();
  const form = useId();
  const { to, objection, fields } = usePlace(from, rights);
  const [mode, setMode] = useState<PropagateMode>(usualModes[what]);
  const [notifiesOld, setNotifiesOld] = useState(false);
  const [notifiesNew, setNotifiesNew] = useState(true);
  const [isBusy, setBusy] = useState(false);
  const [failure, setFailure] = useState<ApiFailure>();
  const isSame = to?.channelId === from.channelId && to.topic === from.topic;
  const isComplete = !isSame && to !== undefined && objection === undefined;
  const move = async (of = id, as = mode) => {
    if (!isComplete || isBusy) return;
    setBusy(true);
    const failed = await moveMessage(client, of, { ...to, mode: as, others, notifiesOld, notifiesNew });
    setBusy(false);
    setFailure(failed);
    if (failed === undefined) {
      clearChosen();
      onClose();
      follow(from, to, of, as);
    }
  };
  return (
    <Dialog
      title={t(titles[what], { count: others.length + 1 })}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button kind="primary" type="submit" form={form} isBusy={isBusy} disabled={!isComplete}>
            {t(what === 'topic' ? 'actions.moveTopic' : 'actions.moveDo')}
          </Button>
        </>
      }
    >
      <form
        id={form}
        class="dialogs-form"
        onSubmit={(event) => {
          event.preventDefault();
          void move();
        }}
      >
        <PlaceFields {...fields} objection={objection} rights={rights} />
        {what === 'message' && <Modes mode={mode} onChange={setMode} />}
        <fieldset class="dialogs-radios">
          <legend class="field-label">{t('actions.moveTell')}</legend>
          <Checkbox label={t('actions.moveTellOld')} isOn={notifiesOld} onChange={setNotifiesOld} />
          <Checkbox label={t('actions.moveTellNew')} isOn={notifiesNew} onChange={setNotifiesNew} />
        </fieldset>
        <Refusal
          failure={failure}
          canMoveSome={what !== 'chosen'}
          onMoveSome={(first) => void move(first, 'change_later')}
        />
      </form>
    </Dialog>
  );
}

/** The destination so far, and why messages cannot be moved there. */
function usePlace(from: Topic, rights: FormProps['rights']) {
  const { live } = useClient();
  const [channel, onChannel] = useState(channelName(live, from.channelId));
  const [written, onTopic] = useState(from.topic);
  const channelId = useChannels().get(channel);
  const topics = useKnownTopics(channelId);
  // A channel without topics has none to choose.
  const topic = rights.moveTopic && topicRule(live, channelId) === 'none' ? '' : written;
  const to: Topic | undefined =
    channelId === undefined ? undefined : { kind: 'topic', channelId, topic: topic.trim() };
  return {
    to,
    objection: to && moveObjection(live, from, to, topics),
    fields: { channel, topic, topics: topics ?? [], onChannel, onTopic },
  };
}

const modes: readonly PropagateMode[] = ['change_one', 'change_later', 'change_all'];

function Modes({ mode, onChange }: { mode: PropagateMode; onChange: (mode: PropagateMode) => void }) {
  return (
    <fieldset class="dialogs-radios">
      <legend class="field-label">{t('actions.moveWhat')}</legend>
      {modes.map((each) => (
        <label key={each} class="dialogs-radio">
          <input
            class="radio"
            type="radio"
            name="move-mode"
            checked={each === mode}
            onChange={() => onChange(each)}
          />
          {t(`actions.${each}`)}
        </label>
      ))}
    </fieldset>
  );
}

/** The reason of a refusal; if only old messages are too old to move, offers to move the others. */
function Refusal({
  failure,
  canMoveSome,
  onMoveSome,
}: {
  failure: ApiFailure | undefined;
  canMoveSome: boolean;
  onMoveSome: (first: number) => void;
}) {
  if (failure === undefined) return null;
  if (failure.kind !== 'refused' || failure.code !== 'MOVE_MESSAGES_TIME_LIMIT_EXCEEDED')
    return <Reason text={failureText(failure)} />;
  const { first_message_id_allowed_to_move: first, total_messages_allowed_to_move: count } = failure.data;
  return (
    <div role="alert">
      <Reason text={t('actions.moveTooOld', { count: Number(count) })} />
      {canMoveSome && typeof first === 'number' && (
        <Button onClick={() => onMoveSome(first)}>{t('actions.moveSome', { count: Number(count) })}</Button>
      )}
    </div>
  );
}

/** People who have the topic open follow it; others get a link. */
function follow(from: Topic, to: Topic, id: number, mode: PropagateMode): void {
  const go = () => navigate({ screen: 'narrow', narrow: to, near: id });
  const here = narrowKey(shownNarrow.peek());
  // The page may have followed the event already.
  const isHere = here === narrowKey(from) || here === narrowKey(to);
  if (isHere && mode !== 'change_one') go();
  else toast({ text: t('actions.moved'), action: { text: t('actions.goThere'), onChoose: go } });
}
