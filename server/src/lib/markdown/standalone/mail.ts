/** Converts elements for emails, which support neither collapsing, nor media, nor MathML. */
import { escapeAttribute, escapeText } from '../escape.ts';
import { type Attributes, hasClass } from '../../../../../wire/plain-text/elements.ts';
import { isMath, write } from './attributes.ts';
import type { OpenedElement } from './elements.ts';
import { fileName, linkHref } from './links.ts';

export interface MailContext {
  /** Replaces the content of a spoiler. */
  hidden: string;
  /** URL of an image of ours for mail programs; undefined if it is not accessible for them. */
  imageAddress(path: string): string | undefined;
}

const unwrapped: OpenedElement = { html: '', end: '' };
const skipped: OpenedElement = { html: '', end: '', isSkipped: true };

/** Undefined for elements that are the same as on a page. */
export function openInMail(
  tag: string,
  attributes: Attributes,
  { hidden }: MailContext,
  origin: string | undefined,
): OpenedElement | undefined {
  if (tag === 'div') return openDiv(attributes, hidden);
  if (tag === 'audio') return player(attributes, origin);
  if (tag === 'pre') return { html: '<pre dir="ltr">', end: '</pre>' };
  if (tag === 'table') return { html: '<table dir="auto">', end: '</table>' };
  return openMath(tag);
}

function openDiv(attributes: Attributes, hidden: string): OpenedElement | undefined {
  if (hasClass(attributes, 'spoiler-block')) return { html: '<div class="spoiler">', end: '</div>' };
  if (hasClass(attributes, 'spoiler-header')) return { html: '<div>', end: '</div>' };
  if (!hasClass(attributes, 'spoiler-content')) return undefined;
  return { html: `<p class="quiet">${escapeText(hidden)}</p>`, end: '', isSkipped: true };
}

/** The formula's source, which KaTeX includes in its output. */
function openMath(tag: string): OpenedElement | undefined {
  if (tag === 'annotation') return { html: '<code>', end: '</code>' };
  if (tag === 'math' || tag === 'semantics') return unwrapped;
  return isMath(tag) ? skipped : undefined;
}

function player(attributes: Attributes, origin: string | undefined): OpenedElement {
  const src = attributes.get('src') ?? '';
  const href = linkHref(src, origin);
  const name = attributes.get('title') ?? escapeAttribute(fileName(src));
  return href === undefined
    ? skipped
    : { html: `${write('a', { href })}${name}</a>`, end: '', isSkipped: true };
}
