import type { Suggestion } from '../../../view/compose/writing-suggestions.ts';
import { channelColor } from '../../../view/narrow/names.ts';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { EmojiGlyph } from '../../parts/emoji/emoji-glyph.tsx';
import { useClient } from '../../page/client.tsx';
import { LateAvatar } from '../../parts/people/late-avatar.tsx';
import type { ComponentChildren, RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { createPortal } from '../../kit/preact/drawing.ts';
import { placeAt } from '../../kit/place.ts';

/** Image or icon, name, and what distinguishes it from others. */
export function SuggestionRow({ of: { label, hint, sign } }: { of: Omit<Suggestion, 'text'> }) {
  return (
    <>
      {sign !== undefined && <Sign of={sign} label={label} />}
      <span class="writing-label one-line" dir="auto">
        {withEmoji(label)}
      </span>
      {hint !== undefined && hint !== '' && (
        <span class="writing-hint one-line" dir="auto">
          {withEmoji(hint)}
        </span>
      )}
    </>
  );
}

function Sign({ of: sign, label }: { of: NonNullable<Suggestion['sign']>; label: string }) {
  const { live } = useClient();
  if ('glyph' in sign) return <EmojiGlyph glyph={sign.glyph} />;
  if ('channelId' in sign) {
    const color = channelColor(live, sign.channelId) ?? 'var(--line-strong)';
    return <span class="destination-dot" style={{ background: color }} />;
  }
  const url = live.get('users').get(sign.userId)?.avatar_url;
  return <LateAvatar size={20} userId={sign.userId} name={label} url={url} />;
}

type Props = { area: RefObject<HTMLTextAreaElement>; children: ComponentChildren };

/** Positions suggestions above the text field; in a portal where a list would clip them. */
export function SuggestionPlace({ area, children }: Props) {
  const list = area.current?.closest('.virtual-list');
  if (!list) return <div class="writing-suggestions">{children}</div>;
  return createPortal(<Floating anchor={area.current!}>{children}</Floating>, document.body);
}

function Floating({ anchor, children }: { anchor: Element; children: ComponentChildren }) {
  const box = useRef<HTMLDivElement>(null);
  const place = () => box.current && placeAt(box.current, anchor.getBoundingClientRect(), 'above');
  useLayoutEffect(() => void place());
  useLayoutEffect(() => {
    document.addEventListener('scroll', place, { capture: true, passive: true });
    return () => document.removeEventListener('scroll', place, { capture: true });
  }, []);
  return (
    <div class="writing-suggestions writing-suggestions-floating" ref={box}>
      {children}
    </div>
  );
}
