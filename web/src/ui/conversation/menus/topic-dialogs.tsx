import { useEffect, useState } from 'preact/hooks';
import { fetchTopicMessage } from '../../../actions/messages/lookups.ts';
import { moveMessage } from '../../../actions/messages/message-changes.ts';
import { deleteTopic } from '../../../actions/topics.ts';
import { isResolved, withoutResolvedMark, withResolvedMark } from '../../../../../wire/topics.ts';
import { topicName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { TextField } from '../../kit/field.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { FormDialog } from '../../kit/overlays/form-dialog.tsx';
import { MoveTopicDialog } from '../actions/move-dialog.tsx';
import { useClient } from '../../page/client.tsx';
import { report } from '../../kit/toasts/report.ts';
import { NameSuggestions } from './topic-summary.tsx';

export type TopicDialogProps = { channelId: number; topic: string; onClose: () => void };

/** Renames a topic, and keeps its resolved mark. */
export function RenameTopic({ channelId, topic, onClose }: TopicDialogProps) {
  const client = useClient();
  const before = withoutResolvedMark(topic);
  const [name, setName] = useState(before);
  const save = async () => {
    const { value: id, failure } = await fetchTopicMessage(client, channelId, topic);
    if (id === undefined) return failure;
    const next = isResolved(topic) ? withResolvedMark(name.trim()) : name.trim();
    const how = { mode: 'change_all', notifiesOld: false, notifiesNew: true } as const;
    return moveMessage(client, id, { channelId, topic: next, ...how });
  };
  return (
    <FormDialog
      size="small"
      title={t('topicMenu.rename')}
      action={t('common.save')}
      isComplete={name.trim() !== '' && name.trim() !== before}
      save={save}
      onClose={onClose}
    >
      <TextField label={t('topicMenu.name')} value={name} onInput={setName} />
      <NameSuggestions channelId={channelId} topic={topic} onChoose={setName} />
    </FormDialog>
  );
}

/** Any message of the topic identifies it. */
export function MoveTopic({ channelId, topic, onClose }: TopicDialogProps) {
  const client = useClient();
  const [id, setId] = useState<number>();
  const find = async () => {
    const { value, failure } = await fetchTopicMessage(client, channelId, topic);
    if (value === undefined) onClose();
    else setId(value);
    return failure;
  };
  useEffect(() => void report(find()), []);
  if (id === undefined) return null;
  return <MoveTopicDialog id={id} channelId={channelId} topic={topic} onClose={onClose} />;
}

export function DeleteTopic({ channelId, topic, onClose }: TopicDialogProps) {
  const client = useClient();
  const { name } = topicName(client.live, topic);
  return (
    <ConfirmDialog
      title={t('sidebar.deleteTitle', { topic: name })}
      action={t('sidebar.deleteTopic')}
      onConfirm={() => {
        onClose();
        void report(deleteTopic(client, channelId, topic));
      }}
      onClose={onClose}
    >
      <p>{t('sidebar.deleteHint')}</p>
    </ConfirmDialog>
  );
}
