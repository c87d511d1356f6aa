import { useLayoutEffect, useRef } from 'preact/hooks';
import { getClock, getEmojiSet } from '../../../view/preferences/preferences.ts';
import { lookedAt, getMedia, mediaSelector } from '../lightbox/media.ts';
import { useClient } from '../../page/client.tsx';
import { showsWebsites } from './website-previews.ts';
import { decorate } from './decorate.ts';
import { showPlayers } from './players.ts';
import './rendered-content.css';
import './rendered-code.css';
import './websites.css';

/** The sanitized HTML of a message from the server, with the additions of the page. */
export function RenderedContent({ html }: { html: string }) {
  const client = useClient();
  const { live } = client;
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
    return showPlayers(client, ref.current);
  }, [html, clock.locale, clock.hour12, emojiSet, hasWebsites]);
  return <div class="rendered" dir="auto" ref={ref} onClick={openMedia} />;
}

/** Whether it is paragraphs of plain text, as in most messages: there is nothing to add. */
const isPlain = (html: string): boolean => !/<(?!\/?p>|br ?\/?>)/.test(html);

/** Images and videos open in the lightbox; with a modifier key, they open like other links. */
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
