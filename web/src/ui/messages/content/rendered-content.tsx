import { useLayoutEffect, useRef } from 'preact/hooks';
import { getClock, getEmojiSet } from '../../../view/settings/preferences.ts';
import { lookedAt, getMedia, mediaSelector } from '../../lightbox/media.ts';
import { useClient } from '../../page/client.tsx';
import { showsWebsites } from '../../page/website-previews.ts';
import { decorate } from './decorate.ts';
import './rendered-content.css';
import './rendered-code.css';
import './websites.css';

/** The HTML that the server made of a message, which it has cleaned, with what the page adds to it. */
export function RenderedContent({ html }: { html: string }) {
  const { live } = useClient();
  const ref = useRef<HTMLDivElement>(null);
  const clock = getClock(live);
  const emojiSet = getEmojiSet(live);
  const hasWebsites = showsWebsites.value;
  const ownId = live.peek().own.user_id;
  useLayoutEffect(() => {
    const template = document.createElement('template');
    template.innerHTML = html;
    if (!isPlain(html)) decorate(template.content, { ownId, clock, emojiSet, hasWebsites });
    ref.current?.replaceChildren(template.content);
  }, [html, clock.locale, clock.hour12, emojiSet, hasWebsites]);
  return <div class="rendered" dir="auto" ref={ref} onClick={openMedia} />;
}

/** Paragraphs of text and nothing else, as most messages are: there is nothing to add. */
const isPlain = (html: string): boolean => !/<(?!\/?p>|br ?\/?>)/.test(html);

/** Pictures and videos open over the page; with a key held, as any link. */
function openMedia(event: MouseEvent): void {
  const target = event.target as Element;
  const link = target.closest<HTMLAnchorElement>(mediaSelector);
  const messageId = Number(target.closest<HTMLElement>('[data-message-id]')?.dataset.messageId);
  if (link === null || Number.isNaN(messageId) || event.ctrlKey || event.metaKey || event.shiftKey) return;
  const media = getMedia(link, messageId);
  if (media === undefined) return;
  event.preventDefault();
  lookedAt.value = media;
}
