import { isMutedPerson } from '../../../view/channels/topic-visibility.ts';
import { describeWidgetIn } from '../../../view/messages/widget-words.ts';
import { senderName } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { useClient } from '../../page/client.tsx';
import { getWords } from './inline-content.tsx';

/** Who wrote a message, and its beginning, as far as it fits; of a muted person only the name. */
export function Said({ id }: { id: number }) {
  const { live } = useClient();
  const message = live.message(id);
  if (message === undefined) return <>{'\u00a0'}</>;
  const name = senderName(live, message);
  if (isMutedPerson(live, message.sender_id)) return <>{withEmoji(name)}</>;
  const words = describeWidgetIn(live, message) ?? getWords(message.content);
  return <>{withEmoji(words === '' ? name : t('topicList.said', { name, words }))}</>;
}
