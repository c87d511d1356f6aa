import { useEffect, useState } from 'preact/hooks';
import type { Target } from '../../store/writing/drafts.ts';
import { typingKey } from '../../store/index.ts';
import type { Live } from '../../store/live.ts';
import { personName } from '../../view/narrow/names.ts';
import { t } from '../../view/text/text.ts';
import { withEmoji } from '../emoji/emoji-text.tsx';
import './typing-line.css';

/** Someone who does not continue typing has stopped, whether or not an event says so. */
const staysMs = 15_000;

/** Who is writing here; keeps its place when nobody is. */
export function TypingLine({ target, live }: { target: Target | undefined; live: Live }) {
  const ids = target === undefined ? [] : typingIn(live, target);
  const key = ids.join(',');
  const [over, setOver] = useState('');
  useEffect(() => {
    setOver('');
    const timer = setTimeout(() => setOver(key), staysMs);
    return () => clearTimeout(timer);
  }, [key]);
  const count = key === over ? 0 : ids.length;
  return (
    <p class="typing-line" aria-live="off">
      {count > 0 && withEmoji(t('messages.typing', { count, name: personName(live, ids[0]!) }))}
    </p>
  );
}

function typingIn(live: Live, target: Target): number[] {
  const { conversations } = live.get('typing');
  if (target.kind === 'direct') {
    return [
      ...(conversations.get(typingKey({ userIds: target.userIds, ownId: live.peek().own.user_id })) ?? []),
    ];
  }
  if (target.channelId === undefined) return [];
  return [...(conversations.get(typingKey({ channelId: target.channelId, topic: target.topic })) ?? [])];
}
