import { useState } from 'preact/hooks';
import { emojiPicture } from '../../../view/emoji/emoji-picture.ts';
import type { Glyph } from '../../../view/emoji/reactions.ts';
import { getEmojiSet } from '../../../view/preferences/preferences.ts';
import { useClient } from '../../page/client.tsx';
import './emoji-glyph.css';

type EmojiGlyphProps = {
  glyph: Glyph;
  /** The name is shown for people who chose names instead of images. */
  isAlone?: boolean;
  class?: string;
};

/** An emoji; its name is shown next to it, or is its accessible name. */
export function EmojiGlyph({ glyph, isAlone = false, class: name = 'emoji-glyph-image' }: EmojiGlyphProps) {
  const { live } = useClient();
  const [missing, setMissing] = useState<string>();
  const set = getEmojiSet(live);
  const src = 'url' in glyph ? glyph.url : 'code' in glyph ? emojiPicture(glyph.code, set) : undefined;
  if (src !== undefined && src !== missing) {
    const onError = 'code' in glyph ? () => setMissing(src) : undefined;
    return <img class={name} src={src} alt="" width={16} height={16} draggable={false} onError={onError} />;
  }
  if (!('text' in glyph)) return null;
  const inWords = isAlone && set === 'text' && 'name' in glyph;
  return (
    <span class={inWords ? undefined : 'emoji-glyph'} aria-hidden="true">
      {inWords ? `:${glyph.name}:` : glyph.text}
    </span>
  );
}
