/**
 * Renders Markdown to the HTML that clients expect. Pure: references are resolved by the caller.
 * Never throws: a text that exceeds a limit is shown as plain text.
 */
import { mayNeedDecoration } from './decorate.ts';
import { renderMarkup, warmUp, type RenderFindings } from './engine.ts';
import { mayHaveMarkup, plainHtml } from './plain.ts';
import { limits } from './scope.ts';
import { nobody, type MentionSource, type Rendered, type RenderOptions, type Wildcard } from './types.ts';

export type {
  MentionSource,
  NamedUser,
  PreviewSource,
  Rendered,
  RenderOptions,
  UploadedFile,
} from './types.ts';

/** Stored with rendered text; incremented when the output for a source changes. */
export const renderVersion = 5;

/** Loads what the first message with markup needs, in advance. */
export { warmUp };

/** A status is one paragraph: clients replace `/me` by the sender's name. */
function isStatus(source: string, html: string): boolean {
  return source.startsWith('/me ') && html.startsWith('<p>') && html.endsWith('</p>');
}

function getWildcard(found: RenderFindings): Wildcard {
  if (found.channelWildcard) return found.topicWildcard ? 'both' : 'channel';
  return found.topicWildcard ? 'topic' : 'none';
}

function plain(source: string, { degraded }: { degraded: boolean }): Rendered {
  const html = plainHtml(source);
  return {
    html,
    mentionedUsers: [],
    mentionedGroups: [],
    wildcard: 'none',
    hasLink: false,
    hasImage: false,
    hasAttachment: false,
    isMe: isStatus(source, html),
    uploads: [],
    awaitedThumbnails: [],
    websites: [],
    degraded,
  };
}

function mayBeDecorated(source: string, options: RenderOptions): boolean {
  if (options.translateEmoticons !== true && !options.linkifiers?.length) return false;
  return mayNeedDecoration(source, options);
}

/** Renders a message for everyone who may read it. */
export function renderMessage(source: string, names: MentionSource, options: RenderOptions = {}): Rendered {
  if (!mayHaveMarkup(source) && !mayBeDecorated(source, options)) return plain(source, { degraded: false });
  const written = renderMarkup(source, names, options);
  if (!written) return plain(source, { degraded: true });
  const { html, found } = written;
  return {
    html,
    mentionedUsers: [...found.users],
    mentionedGroups: [...found.groups],
    wildcard: getWildcard(found),
    hasLink: found.hasLink,
    hasImage: found.hasImage,
    hasAttachment: found.uploads.size > 0,
    isMe: isStatus(source, html),
    uploads: [...found.uploads],
    awaitedThumbnails: [...found.awaitedThumbnails],
    websites: found.websites.size > limits.websites ? [] : [...found.websites],
    degraded: false,
  };
}

/** Renders the description of a channel, group or organization, or a profile field, in the same dialect. */
export function renderDescription(
  source: string,
  names: MentionSource = nobody,
  options: RenderOptions = {},
): string {
  return renderMessage(source, names, options).html;
}
