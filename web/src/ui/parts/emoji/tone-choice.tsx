import { useState } from 'preact/hooks';
import { skinTones } from '../../../view/emoji/emoji.ts';
import { t } from '../../../view/text/text.ts';
import { emojiCode } from '../../../view/emoji/emoji-parts.ts';
import { EmojiGlyph } from './emoji-glyph.tsx';
import { rememberTone, skinTone } from './data.ts';

const handWithTone = (tone: string) => {
  const text = `✋${tone}`;
  return { code: emojiCode(text), text, name: 'hand' };
};

/** A hand in the chosen tone, which unfolds into all of them. */
export function ToneChoice() {
  const [isOpen, setOpen] = useState(false);
  const choose = (tone: string) => {
    rememberTone(tone);
    setOpen(false);
  };
  return (
    <div class="emoji-panel-tones" role="radiogroup" aria-label={t('emoji.tone')}>
      {(isOpen ? skinTones : [skinTone.value]).map((tone, index) => (
        <button
          type="button"
          key={tone}
          class="emoji-panel-tab"
          role="radio"
          aria-checked={tone === skinTone.value}
          aria-label={isOpen ? t('emoji.toneNumber', { count: index }) : t('emoji.tone')}
          onClick={() => (isOpen ? choose(tone) : setOpen(true))}
        >
          <EmojiGlyph glyph={handWithTone(tone)} class="emoji-panel-image" />
        </button>
      ))}
    </div>
  );
}
