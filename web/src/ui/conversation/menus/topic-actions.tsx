import { CircleCheck, FolderInput } from 'lucide-preact';
import { useState } from 'preact/hooks';
import { fetchTopicMessage } from '../../../actions/messages/lookups.ts';
import type { Client } from '../../../connection/client.ts';
import { mayMoveTopic, mayResolve } from '../../../view/messages/message-rights.ts';
import { topicName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { toast } from '../../kit/toasts/toast.tsx';
import { failureText } from '../../../view/text/failure.ts';
import { useClient } from '../../page/client.tsx';
import { resolveAndFollow } from '../../parts/topics/resolve-topic.ts';
import { TopicMenuButton } from './topic-menu-button.tsx';
import './topic-actions.css';
import { overlay } from '../actions/state.ts';

type Topic = { channelId: number; topic: string };

/** Buttons to resolve and move a topic, with permission. */
export function TopicActions({ channelId, topic }: Topic) {
  const client = useClient();
  const [isBusy, setBusy] = useState(false);
  const { live } = client;
  // Subscribes to the state that the permissions below depend on.
  live.get('channels');
  live.get('groups');
  live.get('organization');
  const { isResolved } = topicName(live, topic);
  const resolve = async () => {
    setBusy(true);
    await resolveAndFollow(client, { channelId, topic });
    setBusy(false);
  };
  return (
    <span class="topic-actions">
      {mayResolve(live.peek(), channelId, topic) && (
        <IconButton
          label={t(isResolved ? 'actions.unresolve' : 'actions.resolve')}
          isPressed={isResolved}
          aria-disabled={isBusy}
          onClick={() => !isBusy && void resolve()}
        >
          <Icon of={CircleCheck} />
        </IconButton>
      )}
      {mayMoveTopic(live.peek(), channelId) && (
        <IconButton
          label={t('actions.moveTopic')}
          onClick={() => void openMove(client, { channelId, topic })}
        >
          <Icon of={FolderInput} />
        </IconButton>
      )}
      <TopicMenuButton channelId={channelId} topic={topic} />
    </span>
  );
}

async function openMove(client: Client, { channelId, topic }: Topic): Promise<void> {
  const { value: id, failure } = await fetchTopicMessage(client, channelId, topic);
  if (failure) toast({ text: failureText(failure), kind: 'error' });
  else if (id !== undefined) overlay.value = { kind: 'move-topic', channelId, topic, id };
}
