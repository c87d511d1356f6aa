/** How HTML elements format their text: by their name or inline style. */
import type { Look } from './runs.ts';

const boldTags = new Set(['b', 'strong']);
const italicTags = new Set(['i', 'em', 'cite', 'dfn', 'var']);
const strikeTags = new Set(['s', 'strike', 'del']);
const codeTags = new Set(['code', 'tt', 'kbd', 'samp']);

/** Elements without text. */
const unseen = new Set(
  'head style script noscript template title meta link svg math iframe object embed canvas audio video button select textarea'.split(
    ' ',
  ),
);

const preWhiteSpace = /^(?:pre|pre-wrap|break-spaces)$/;
const fixedWidth = /\b(?:monospace|courier(?: new)?|consolas|menlo|monaco|roboto mono|source code pro)\b/i;

/** Reads one property of the `style` attribute, since browsers drop properties that they do not know. */
export const getStyle = (element: Element, name: string): string | undefined =>
  new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]*)`, 'i')
    .exec(element.getAttribute('style') ?? '')?.[1]
    ?.trim();

/** Includes the time next to each message of this page. */
export const isUnseen = (element: Element): boolean =>
  unseen.has(element.localName) ||
  element.classList.contains('message-time') ||
  getStyle(element, 'display') === 'none' ||
  element.hasAttribute('hidden');

/** @returns the format of the text inside */
export function readLook(element: Element, outer: Look): Look {
  const look = { ...outer };
  const tag = element.localName;
  const weight = getStyle(element, 'font-weight');
  // Google Docs wraps everything in a `b` of normal weight.
  if (weight !== undefined) look.bold = weight === 'bold' || weight === 'bolder' || Number(weight) >= 600;
  else if (boldTags.has(tag)) look.bold = true;
  const slant = getStyle(element, 'font-style');
  if (slant !== undefined) look.italic = slant === 'italic' || slant.startsWith('oblique');
  else if (italicTags.has(tag)) look.italic = true;
  const lines = getStyle(element, 'text-decoration(?:-line)?');
  if (strikeTags.has(tag) || lines?.includes('line-through') === true) look.strike = true;
  if (codeTags.has(tag) || (tag === 'span' && fixedWidth.test(getStyle(element, 'font-family') ?? '')))
    look.code = true;
  const space = getStyle(element, 'white-space');
  if (space !== undefined) look.isPre = preWhiteSpace.test(space);
  if (tag === 'a') {
    look.href = safeHref(element.getAttribute('href')) ?? outer.href;
    look.isPictured = look.href !== undefined && element.textContent.trim() === '';
  }
  return look;
}

/** Absolute URLs that do not depend on the source page. */
function safeHref(href: string | null): string | undefined {
  try {
    const url = new URL(href ?? '');
    return /^(?:https?|mailto|tel):$/.test(url.protocol) ? url.href : undefined;
  } catch {
    return undefined;
  }
}
