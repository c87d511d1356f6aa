/** Finds where the topic of an old address, which names no message, was moved. */
import { useEffect, useState } from 'preact/hooks';
import type { Client } from '../../../connection/client.ts';
import type { Destination, Narrow } from '../../../store/narrow/narrow.ts';
import { channelName, topicName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { drafts } from '../../compose/state/state.ts';
import { followTopic } from './follow.ts';

export type Topic = Extract<Destination, { kind: 'topic' }>;

/**
 * Navigates there, unless there is a draft here, which may be for a new topic of this name.
 * @returns the new place if it does not navigate
 */
export function useMovedTopic(
  client: Client,
  narrow: Narrow,
  isEmpty: boolean,
): Topic | 'looking' | undefined {
  const { live } = client;
  const [found, setFound] = useState<Topic | 'nowhere'>();
  const from = isEmpty && narrow.kind === 'topic' ? narrow : undefined;
  const bot =
    from && [...live.get('systemBots').values()].find(({ email }) => email.startsWith('notification-bot@'));
  const isWanted = bot !== undefined && found === undefined;
  useEffect(() => {
    if (!isWanted || from === undefined) return undefined;
    let isOpen = true;
    const find = async () => {
      const { fetchMovedTopic } = await import('../../../actions/messages/moved-topic.ts');
      return fetchMovedTopic(client, bot.user_id, from);
    };
    void find()
      .catch(() => undefined)
      .then((to) => {
        if (!isOpen) return;
        setFound(to ?? 'nowhere');
        if (to !== undefined && drafts.getText(from) === '') goThere(client, from, to);
      });
    return () => {
      isOpen = false;
    };
  }, [isWanted]);
  if (from === undefined || found === 'nowhere') return undefined;
  // Bots are loaded together with users.
  return found ?? (isWanted || !live.hasPeople.value ? 'looking' : undefined);
}

function goThere(client: Client, from: Topic, to: Topic): void {
  const { live } = client;
  followTopic(client, from, to);
  const { name } = topicName(live, to.topic);
  if (from.channelId === to.channelId && name === topicName(live, from.topic).name) return;
  toast({ text: t('topic.nowAt', { channel: channelName(live, to.channelId), topic: name }) });
}
