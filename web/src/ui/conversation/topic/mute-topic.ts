/** The key that mutes a topic. */
import { setVisibility } from '../../../actions/topics.ts';
import type { Client } from '../../../connection/client.ts';
import { isQuiet, topicVisibility } from '../../../view/channels/topic-visibility.ts';
import { t } from '../../../view/text/text.ts';
import { toast } from '../../kit/toasts/toast.tsx';
import { report } from '../../kit/toasts/report.ts';

/** Mutes or unmutes the topic, also in a muted channel. */
export function toggleMuted(client: Client, channelId: number, topic: string): void {
  const { live } = client;
  const before = topicVisibility(live, channelId, topic);
  const isMutedChannel = live.peek().subscriptions.get(channelId)?.is_muted === true;
  const isMuted = isQuiet(live, channelId, topic);
  const next = isMuted ? (isMutedChannel ? 'unmuted' : 'inherit') : isMutedChannel ? 'inherit' : 'muted';
  void report(setVisibility(client, channelId, topic, next));
  toast({
    text: t(isMuted ? 'topicMenu.unmuted' : 'topicMenu.muted'),
    action: {
      text: t('later.undo'),
      onChoose: () => void report(setVisibility(client, channelId, topic, before)),
    },
  });
}
