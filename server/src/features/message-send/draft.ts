/** Renders a message before the transaction that stores it. */
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
  /** The content of its first submessage, if it is a poll or to-do list. */
  widget: string | undefined;
}

/** Options for rendering the messages of one user. */
export interface Rendering {
  /** Users visible to the sender; everyone by default. */
  sees?: UserVisibility | undefined;
  organizationUrl?: string | undefined;
  /** Files that are shown in the text. */
  previews?: PreviewSource | undefined;
  /** Addresses for media of other servers, which are not shown without it. */
  linked?: MediaProxy | undefined;
  latestInTopic?: MentionSource['latestInTopic'] | undefined;
  /** Overrides the widget that the text asks for. */
  widget?: string | undefined;
  /** Mentions notify nobody. */
  mentionsAreSilent?: boolean | undefined;
}

/** @throws ApiError for text that cannot be a message. Text that is too long is truncated, with a mark. */
export function prepareDraft(
  me: Pick<Principal, 'cache' | 'user'>,
  given: string,
  { sees, organizationUrl, previews, linked, latestInTopic, widget, mentionsAreSilent }: Rendering = {},
): Draft {
  const content = cleanContent(given);
  const names = mentionSource(me.cache, me.user, sees);
  const rendered = renderMessage(content, latestInTopic ? { ...names, latestInTopic } : names, {
    ...renderOptionsFor(me.cache, me.user),
    organizationUrl,
    mentionsAreSilent,
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
