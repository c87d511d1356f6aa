import type { ComponentType } from 'preact';
import { useState } from 'preact/hooks';
import { SmilePlus } from 'lucide-preact';
import type { EmojiId } from '../../../view/emoji/emoji.ts';
import { getGlyph } from '../../../view/emoji/reactions.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import type { EmojiPanelProps } from '../emoji/emoji-picker.tsx';
import { EmojiGlyph } from '../emoji/emoji-glyph.tsx';
import { useClient } from '../../page/client.tsx';
import { showNotLoaded } from '../../kit/toasts/late.tsx';
import './status-emoji.css';

type Props = { emoji: EmojiId | undefined; onChange: (emoji: EmojiId | undefined) => void };

/** The emoji of a status. The picker opens inline: the surrounding popover would close on a click outside. */
export function StatusEmoji({ emoji, onChange }: Props) {
  const { live } = useClient();
  const [Panel, setPanel] = useState<{ of: ComponentType<EmojiPanelProps> }>();
  const close = () => setPanel(undefined);
  const toggle = async () => {
    if (Panel !== undefined) {
      close();
      return;
    }
    try {
      const { EmojiPanel } = await import('../emoji/emoji-panel.tsx');
      setPanel({ of: EmojiPanel });
    } catch {
      showNotLoaded();
    }
  };
  return (
    <div class="status-emoji">
      <div class="status-emoji-choices">
        <Button kind="plain" aria-expanded={Panel !== undefined} onClick={() => void toggle()}>
          {emoji === undefined ? <Icon of={SmilePlus} /> : <EmojiGlyph glyph={getGlyph(live, emoji)} />}{' '}
          {t(emoji === undefined ? 'profile.statusEmoji' : 'profile.statusEmojiOther')}
        </Button>
        {emoji !== undefined && (
          <Button kind="quiet" onClick={() => onChange(undefined)}>
            {t('profile.statusEmojiNone')}
          </Button>
        )}
      </div>
      {Panel && (
        <Panel.of
          onClose={close}
          onChoose={({ emoji: chosen }) => {
            onChange(chosen);
            close();
          }}
        />
      )}
    </div>
  );
}
