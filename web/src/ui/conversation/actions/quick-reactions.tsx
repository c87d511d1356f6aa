import { SmilePlus } from 'lucide-preact';
import { useEffect, useState } from 'preact/hooks';
import type { Message } from '../../../../../wire/messages.ts';
import { recentEntries, type EmojiEntry } from '../../../view/emoji/emoji.ts';
import { t } from '../../../view/text/text.ts';
import { Icon } from '../../kit/icon.tsx';
import { loadEmoji, recentNames, rememberEmoji } from '../../parts/emoji/data.ts';
import { EmojiGlyph } from '../../parts/emoji/emoji-glyph.tsx';
import { useClient } from '../../page/client.tsx';
import { react } from './commands.ts';
import './quick-reactions.css';
import { closeOverlay, overlay } from './state.ts';

const most = 6;

/** The person's most recent emoji, and a button for all of them. */
export function QuickReactions({ message, anchor }: { message: Message; anchor: Element }) {
  const client = useClient();
  const [entries, setEntries] = useState<readonly EmojiEntry[]>();
  useEffect(() => {
    // If they cannot be loaded, the button for the picker remains, and the picker shows the reason.
    loadEmoji(client.live).then(setEntries, () => setEntries([]));
  }, []);
  const choose = (entry: EmojiEntry) => {
    const { emoji_name, emoji_code, reaction_type } = entry;
    rememberEmoji(emoji_name);
    closeOverlay();
    void react(client, message.id, { emoji_name, emoji_code, reaction_type });
  };
  return (
    <div class="quick-reactions" role="group" aria-label={t('messages.react')}>
      {entries === undefined && <Rooms />}
      {recentEntries(entries ?? [], recentNames.value)
        .slice(0, most)
        .map((entry) => (
          <button
            type="button"
            key={entry.emoji_code}
            class="quick-reactions-one"
            aria-label={entry.emoji_name.replaceAll('_', ' ')}
            onClick={() => choose(entry)}
          >
            <EmojiGlyph glyph={entry.glyph} />
          </button>
        ))}
      <button
        type="button"
        class="quick-reactions-one"
        aria-label={t('emoji.picker')}
        onClick={() => (overlay.value = { kind: 'react', id: message.id, anchor })}
      >
        <Icon of={SmilePlus} size={20} />
      </button>
    </div>
  );
}

/** Placeholders, so that nothing moves under the finger. */
const Rooms = () =>
  Array.from({ length: most }, (_, i) => <span class="quick-reactions-one" key={i} aria-hidden="true" />);
