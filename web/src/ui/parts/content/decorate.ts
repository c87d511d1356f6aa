/** What the page adds to the HTML of a message: each function does one thing. */
import { parseFragment } from '../../../view/narrow/address.ts';
import { t } from '../../../view/text/text.ts';
import { emojiParts } from '../../../view/emoji/emoji-parts.ts';
import { emojiPicture, type EmojiSet } from '../../../view/emoji/emoji-picture.ts';
import { getCharacters } from '../../../view/emoji/reactions.ts';
import { getDayAndTime, getFullTime, type Clock } from '../../../view/text/times.ts';
import { copyText } from '../../kit/toasts/clipboard.ts';
import { getMediaName, mediaSelector } from '../lightbox/media.ts';
import { getHref } from '../../page/location.ts';
import { soundEnding } from '../../../view/sounds/voice-file.ts';
import { makePlace } from './players.ts';
import { drawWebsites, leaveOutWebsites } from './websites.ts';
import { watchWidth } from './wide.ts';

export type DecorateOptions = { ownId: number; clock: Clock; emojiSet: EmojiSet; hasWebsites: boolean };

export function decorate(content: DocumentFragment, options: DecorateOptions): void {
  if (!options.hasWebsites) leaveOutWebsites(content);
  readLinks(content);
  markOwnMentions(content, options.ownId);
  drawEmoji(content, options.emojiSet);
  localTimes(content, options.clock);
  foldSpoilers(content);
  addCopyButtons(content);
  boxTables(content);
  letScroll(content);
  keepImageRoom(content);
  nameImages(content);
  lowerHeadings(content);
  turnBlocks(content);
  drawWebsites(content);
  growLoneEmoji(content);
  nameSounds(content);
  placePlayers(content);
  showFiles(content);
  if (content.querySelector('.katex') !== null) import('./math-styles.ts').catch(() => undefined);
}

/** Links between messages become addresses of this page; others open in a new tab. */
function readLinks(content: DocumentFragment): void {
  for (const link of content.querySelectorAll<HTMLAnchorElement>('a[href]')) {
    const href = link.getAttribute('href') ?? '';
    const isOurs = href.startsWith('#narrow/') || href.startsWith('/#narrow/');
    const to = isOurs ? parseFragment(href) : undefined;
    if (to !== undefined) link.href = getHref(to);
    else if (/^https?:/.test(href)) {
      link.target = '_blank';
      link.rel = 'noopener noreferrer';
    }
  }
}

function markOwnMentions(content: DocumentFragment, ownId: number): void {
  for (const mention of content.querySelectorAll<HTMLElement>('.user-mention')) {
    if (mention.dataset.userId === String(ownId) || mention.dataset.userId === '*')
      mention.classList.add('is-own');
  }
}

/**
 * The server marks an emoji with a class and its name. It becomes an image that is copied as the character.
 * @param set `characters` where only text is wanted
 */
export function drawEmoji(content: DocumentFragment, set: EmojiSet | 'characters'): void {
  for (const span of content.querySelectorAll<HTMLElement>('span.emoji')) {
    const code = /(?:^| )emoji-([0-9a-f]+(?:-[0-9a-f]+)*)(?: |$)/.exec(span.className)?.[1];
    if (code === undefined) continue;
    const src = set === 'characters' ? undefined : emojiPicture(code, set);
    if (src !== undefined) drawPicture(span, src, getCharacters(code));
    else if (set === 'text') span.replaceWith(span.textContent);
    else span.textContent = getCharacters(code);
  }
  if (set !== 'characters' && set !== 'text') drawNameless(content, set);
}

/** The server leaves emoji without a name, such as those with a skin tone, as characters. */
function drawNameless(content: DocumentFragment, set: EmojiSet): void {
  const texts = document.createTreeWalker(content, NodeFilter.SHOW_TEXT);
  const found: [Text, Node[]][] = [];
  while (texts.nextNode()) {
    // The walker shows only texts.
    const node = texts.currentNode as Text;
    const parts = emojiParts(node.data);
    if (parts === undefined || node.parentElement?.closest('code, pre, .katex, .emoji')) continue;
    const nodes = parts.map(({ text, code }) => {
      const src = code && emojiPicture(code, set);
      return src ? getPicture(src, text) : document.createTextNode(text);
    });
    found.push([node, nodes]);
  }
  for (const [node, nodes] of found) node.replaceWith(...nodes);
}

function getPicture(src: string, characters: string): HTMLImageElement {
  const image = new Image();
  const onerror = () => image.replaceWith(characters);
  const looks = { className: 'emoji-picture', decoding: 'async', draggable: false };
  return Object.assign(image, looks, { alt: characters, onerror, src });
}

function drawPicture(span: HTMLElement, src: string, characters: string): void {
  const image = new Image();
  image.className = 'emoji-picture';
  image.alt = characters;
  // The span has an accessible name already.
  image.ariaHidden = 'true';
  image.decoding = 'async';
  image.draggable = false;
  image.onerror = () => {
    span.classList.remove('has-picture');
    span.textContent = characters;
  };
  image.src = src;
  span.classList.add('has-picture');
  span.replaceChildren(image);
}

function localTimes(content: DocumentFragment, clock: Clock): void {
  for (const time of content.querySelectorAll('time')) {
    const seconds = Date.parse(time.dateTime) / 1000;
    if (Number.isNaN(seconds)) continue;
    time.textContent = getDayAndTime(seconds, Date.now() / 1000, clock);
    time.title = getFullTime(seconds, clock);
  }
}

function foldSpoilers(content: DocumentFragment): void {
  for (const block of content.querySelectorAll('.spoiler-block')) {
    const header = block.querySelector(':scope > .spoiler-header');
    const body = block.querySelector<HTMLElement>(':scope > .spoiler-content');
    if (header === null || body === null) continue;
    const button = document.createElement('button');
    const show = (isOpen: boolean): void => {
      button.setAttribute('aria-expanded', String(isOpen));
      button.setAttribute('aria-label', t(isOpen ? 'messages.hideSpoiler' : 'messages.showSpoiler'));
      body.toggleAttribute('hidden', !isOpen);
      body.setAttribute('aria-hidden', String(!isOpen));
    };
    button.type = 'button';
    button.className = 'spoiler-button';
    button.addEventListener('click', () => show(button.getAttribute('aria-expanded') !== 'true'));
    show(false);
    header.append(button);
  }
}

function addCopyButtons(content: DocumentFragment): void {
  for (const block of content.querySelectorAll('.codehilite')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'code-copy';
    button.textContent = t('messages.copyCode');
    button.addEventListener('click', () => {
      void copyText(block.querySelector('code')?.textContent ?? '', t('messages.copied'));
    });
    block.append(button);
  }
}

/** Wide tables scroll in a box of their own. */
function boxTables(content: DocumentFragment): void {
  for (const table of content.querySelectorAll('table')) {
    const box = document.createElement('div');
    box.className = 'table-box';
    table.replaceWith(box);
    box.append(table);
  }
}

const wide = {
  '.table-box': 'messages.table',
  pre: 'messages.code',
  '.katex-display': 'messages.formula',
} as const;

/** Tables, code and formulas must not break into lines. */
function letScroll(content: DocumentFragment): void {
  for (const [selector, name] of Object.entries(wide))
    for (const box of content.querySelectorAll<HTMLElement>(selector)) watchWidth(box, t(name));
}

const thumbnailHeight = 240;
const thumbnailWidth = 480;

/** Sets the size before the image is loaded, so that nothing moves. */
function keepImageRoom(content: DocumentFragment): void {
  for (const image of content.querySelectorAll<HTMLImageElement>(
    '.message_inline_image img, .message-media-preview-image img',
  )) {
    image.loading = 'lazy';
    image.decoding = 'async';
    const [width = 0, height = 0] = (image.dataset.originalDimensions ?? '').split('x').map(Number);
    if (width === 0 || height === 0) continue;
    const scale = Math.min(1, thumbnailWidth / width, thumbnailHeight / height);
    image.width = Math.round(width * scale);
    image.height = Math.round(height * scale);
  }
}

/** The server names a previewed image only by the title of its link. */
function nameImages(content: DocumentFragment): void {
  for (const link of content.querySelectorAll<HTMLAnchorElement>(mediaSelector))
    for (const image of link.querySelectorAll<HTMLImageElement>('img:not([alt])'))
      image.alt = getMediaName(link);
}

/** Only the title of the page is a heading of level 1. */
function lowerHeadings(content: DocumentFragment): void {
  for (const heading of content.querySelectorAll('h1, h2, h3, h4, h5, h6'))
    heading.setAttribute('aria-level', String(Math.min(6, Number(heading.tagName[1]) + 1)));
}

/** A list, quotation or table has its marks, its line or its columns on the side where its own text begins; styles do so for paragraphs. */
function turnBlocks(content: DocumentFragment): void {
  for (const block of content.querySelectorAll('ul, ol, blockquote, table, .spoiler-block'))
    block.setAttribute('dir', 'auto');
}

const mostLoneEmoji = 5;
/** Removes images where they are not shown. */
const emojiText =
  /^(?:\s|\p{Extended_Pictographic}|\p{Emoji_Modifier}|\p{Regional_Indicator}|\u200D|\uFE0F)*$/u;

/** Enlarges a message that consists of a few emoji. */
function growLoneEmoji(content: DocumentFragment): void {
  const only = content.firstElementChild;
  const named = [...(only?.children ?? [])].filter((each) => each.matches('.emoji, .emoji-picture')).length;
  const isAlone =
    content.childElementCount === 1 && only?.tagName === 'P' && named === only.childElementCount;
  if (!isAlone || named > mostLoneEmoji) return;
  const rest = [...only.childNodes].flatMap((node) => (node instanceof Text ? node.data.trim() : []));
  if (!rest.every((text) => emojiText.test(text))) return;
  const all = named + [...new Intl.Segmenter().segment(rest.join(''))].length;
  if (all > 0 && all <= mostLoneEmoji) only.classList.add('lone-emoji');
}

/** A link to a file on a line of its own, without a preview below, becomes a card with its type and name; a sound is played below it. */
function showFiles(content: DocumentFragment): void {
  const previews = [...content.querySelectorAll('.message_inline_image a')];
  const shown = new Set(previews.map((link) => link.getAttribute('href')));
  for (const link of content.querySelectorAll<HTMLAnchorElement>('p > a[href*="/user_uploads/"]')) {
    const line = link.parentElement;
    if (
      line === null ||
      link.querySelector('img') !== null ||
      shown.has(link.getAttribute('href')) ||
      line.textContent.trim() !== link.textContent.trim()
    )
      continue;
    const ending = /\.([a-z0-9]{1,5})$/i.exec(link.getAttribute('href') ?? '')?.[1] ?? '';
    const href = link.getAttribute('href') ?? '';
    if (soundEnding.test(ending) && isOurs(href)) {
      link.classList.add('sound-name', 'one-line');
      line.after(makePlace(href, link.textContent));
    } else {
      link.classList.add('file-card');
      link.dataset.ending = ending.toUpperCase();
    }
  }
}

/** The page may load nothing from other servers. */
const isOurs = (href: string): boolean =>
  URL.parse(href, window.location.href)?.origin === window.location.origin;

/** A player does not show the name of its file. */
function nameSounds(content: DocumentFragment): void {
  for (const player of content.querySelectorAll('audio[title]')) {
    const name = document.createElement('span');
    name.className = 'sound-name one-line';
    name.textContent = player.getAttribute('title');
    player.before(name);
  }
}

/** An element of the server, within a paragraph. */
function placePlayers(content: DocumentFragment): void {
  for (const player of content.querySelectorAll<HTMLAudioElement>('audio'))
    player.replaceWith(
      makePlace(player.getAttribute('src') ?? '', player.title === '' ? t('sounds.unnamed') : player.title),
    );
}
