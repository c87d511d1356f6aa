/** A message's text, rendered and ready to be stored: prepared before the transaction. */
import { limits } from '../../../../wire/core.ts';
import { type Principal, organizationSettings } from '../../core/organization/index.ts';
import type { UserVisibility } from '../../core/users/index.ts';
import { alertedBy } from '../alert-words/index.ts';
import type { MediaProxy } from '../media-proxy/index.ts';
import { apiError } from '../../lib/errors.ts';
import {
  renderMessage,
  type MentionSource,
  type PreviewSource,
  type Rendered,
} from '../../lib/markdown/render.ts';
import { widgetIn } from '../../lib/markdown/widgets.ts';
import { codePoints, isWellFormed, truncate } from '../../lib/text.ts';
import { mentionSource } from './mentions.ts';
import { renderOptionsFor } from './render-options.ts';

export interface Draft {
  content: string;
  rendered: Rendered;
  /** Users with an alert word in it, whether they receive it or not. */
  alerted: readonly number[];
  /** What it is shown as: the content of its first submessage. */
  widget: string | undefined;
}

/** How one person's messages are rendered. */
export interface Rendering {
  /** Users visible to the sender; everyone by default. */
  sees?: UserVisibility | undefined;
  organizationUrl?: string | undefined;
  /** Files that are shown in the text. */
  previews?: PreviewSource | undefined;
  /** Addresses under which media of other servers are shown; by default they are not. */
  linked?: MediaProxy | undefined;
  latestInTopic?: MentionSource['latestInTopic'] | undefined;
  /** What it is shown as, whatever the text says. */
  widget?: string | undefined;
}

/** @throws ApiError for text that cannot be a message. Text that is too long is truncated, with a mark. */
export function prepareDraft(
  me: Pick<Principal, 'cache' | 'user'>,
  given: string,
  { sees, organizationUrl, previews, linked, latestInTopic, widget }: Rendering = {},
): Draft {
  const content = cleanContent(given);
  const names = mentionSource(me.cache, me.user, sees);
  const rendered = renderMessage(content, latestInTopic ? { ...names, latestInTopic } : names, {
    ...renderOptionsFor(me.cache, me.user),
    organizationUrl,
    previews: linked ? { ...previews, linked } : previews,
    hidePreviews: !organizationSettings(me.cache).inline_image_preview,
  });
  return {
    content,
    rendered,
    alerted: alertedBy(me.cache, content),
    widget: widget ?? widgetIn(content)?.content,
  };
}

const truncated = '\n[message truncated]';

function cleanContent(given: string): string {
  if (given.includes('\0')) throw apiError('parameters.null-bytes', { name: 'Message' });
  if (!isWellFormed(given)) throw apiError('parameters.not-unicode', { name: 'Message' });
  const content = given.trimEnd().replace(/^\n+/, '');
  if (content === '') throw apiError('messages.empty');
  return codePoints(content) > limits.messageLength
    ? truncate(content, limits.messageLength, truncated)
    : content;
}
