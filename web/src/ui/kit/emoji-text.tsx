import type { ComponentChildren } from 'preact';
import { useState } from 'preact/hooks';
import { emojiParts, type TextPart } from '../../view/emoji/emoji-parts.ts';
import { emojiPicture } from '../../view/emoji/emoji-picture.ts';
import { useEmojiSet } from '../page/client.tsx';
import './emoji-text.css';

/**
 * Names and other plain text, with emoji as pictures of the chosen set, which are read out and copied as characters. Most texts
 * have none, and cost no component in lists that are drawn while one scrolls.
 */
export function withEmoji(text: string): ComponentChildren {
  const parts = emojiParts(text);
  return parts === undefined ? text : <Parts of={parts} />;
}

function Parts({ of: parts }: { of: readonly TextPart[] }) {
  const set = useEmojiSet();
  return (
    <>
      {parts.map(({ text, code }, i) => {
        const src = code === undefined ? undefined : emojiPicture(code, set);
        return src === undefined ? text : <Picture key={`${i} ${src}`} src={src} characters={text} />;
      })}
    </>
  );
}

/** Where the set has no picture, the character. */
function Picture({ src, characters }: { src: string; characters: string }) {
  const [isMissing, setMissing] = useState(false);
  if (isMissing) return <>{characters}</>;
  return (
    <img
      class="emoji-text-picture"
      src={src}
      alt={characters}
      decoding="async"
      draggable={false}
      onError={() => setMissing(true)}
    />
  );
}
