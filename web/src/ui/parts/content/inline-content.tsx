import { useLayoutEffect, useRef } from 'preact/hooks';
import { memo } from '../../kit/preact/drawing.ts';
import type { EmojiSet } from '../../../view/emoji/emoji-picture.ts';
import { getEmojiSet } from '../../../view/preferences/preferences.ts';
import { useClient } from '../../page/client.tsx';
import { drawEmoji } from './decorate.ts';
import './inline-content.css';

/** A description in HTML on one line: text and emphasis, without links, images or blocks. */
export const InlineContent = memo(function InlineContent({ html }: { html: string }) {
  const ref = useRef<HTMLSpanElement>(null);
  const { live } = useClient();
  const set = getEmojiSet(live);
  useLayoutEffect(() => ref.current?.replaceChildren(...inlineNodes(html, set)), [html, set]);
  return <span class="inline-content one-line" dir="auto" ref={ref} />;
});

/** Text only. */
export const getWords = (html: string): string =>
  inlineNodes(html, 'characters')
    .map(({ textContent }) => textContent ?? '')
    .join('')
    .trim();

const weights: ReadonlySet<string> = new Set(['STRONG', 'EM', 'DEL', 'CODE']);
const blocks = 'p, li, pre, blockquote, h1, h2, h3, h4, h5, h6, tr, div';

/** Recreated from element names, so that no attribute is kept but the source of emoji images. */
function inlineNodes(html: string, set: EmojiSet | 'characters'): Node[] {
  const template = document.createElement('template');
  template.innerHTML = html;
  drawEmoji(template.content, set);
  return [...template.content.childNodes].flatMap(getInline);
}

function getInline(node: Node): Node[] {
  if (node.nodeType === Node.TEXT_NODE) return [document.createTextNode(node.textContent ?? '')];
  if (!(node instanceof Element)) return [];
  if (node.matches('.spoiler-content, .message_embed')) return [];
  if (node instanceof HTMLImageElement) return node.matches('.emoji, .emoji-picture') ? [getEmoji(node)] : [];
  // A formula is included twice: rendered in pieces, and as its source.
  if (node.matches('.katex'))
    return [document.createTextNode(node.querySelector('annotation')?.textContent ?? '')];
  const within = [...node.childNodes].flatMap(getInline);
  if (node.matches(blocks)) return [...within, document.createTextNode(' ')];
  if (!weights.has(node.tagName)) return within;
  const weighted = document.createElement(node.tagName);
  weighted.append(...within);
  return [weighted];
}

function getEmoji({ alt, src }: HTMLImageElement): HTMLImageElement {
  const image = new Image();
  Object.assign(image, { className: 'emoji', alt, src, onerror: () => image.replaceWith(alt) });
  return image;
}
