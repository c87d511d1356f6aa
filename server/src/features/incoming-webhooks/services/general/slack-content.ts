/** The content of Slack's messages: text, blocks, attachments and files. */
import {
  type Markup,
  bold,
  lines,
  link,
  md,
  ownMarkdown,
  paragraphs,
  time,
  code,
  codeBlock,
  quote,
} from '../../markup.ts';
import type { Payload } from '../../payload.ts';

const text = (payload: Payload, path: string): Markup | undefined => {
  const given = payload.optionalText(path);
  return given === undefined ? undefined : ownMarkdown(slackMarkdown(given));
};

/** A text object has a type; old programs send only the text. */
const textObject = (payload: Payload, path: string): Markup | undefined =>
  payload.isText(path) ? text(payload, path) : text(payload.at(path), 'text');

const imageLink = (payload: Payload, path: string): Markup | undefined => {
  const url = payload.optionalText(path);
  return url === undefined ? undefined : link(payload.firstText('alt_text', 'fallback') ?? 'image', url);
};

/** In seconds since 1970. */
function timeText(attachment: Payload): Markup | undefined {
  const seconds = Number(attachment.optionalText('ts') ?? Number.NaN);
  // Beyond this, it is no date.
  if (!(seconds > 0 && seconds < 1e11)) return undefined;
  return time(new Date(seconds * 1000).toISOString());
}

function blockText(block: Payload): Markup | undefined {
  switch (block.optionalText('type')) {
    case 'header':
      return bold(block.text('text.text'));
    case 'section': {
      const fields = block.list('fields').map((field) => text(field, 'text'));
      return paragraphs(textObject(block, 'text'), ...fields);
    }
    case 'context':
      return lines(...block.list('elements').map((element) => textObject(element, 'text')));
    case 'divider':
      return md`
***
      `;
    case 'image':
      return paragraphs(textObject(block, 'title'), imageLink(block, 'image_url'));
    case 'video':
      return link(
        block.firstText('title.text', 'alt_text') ?? 'Video',
        block.firstText('title_url', 'video_url'),
      );
    case 'markdown':
      return ownMarkdown(block.text('text'));
    case 'actions':
      return lines(
        ...block.list('elements').map((element) => {
          const url = element.optionalText('url');
          return url === undefined ? undefined : link(element.firstText('text.text') ?? url, url);
        }),
      );
    case 'rich_text':
      return richText(block);
    default:
      return undefined;
  }
}

/** A field may have only one of both. */
function fieldText(field: Payload): Markup | undefined {
  const [title, value] = [field.optionalText('title'), text(field, 'value')];
  if (title === undefined) return value;
  return value === undefined ? bold(title) : md`**${title}**: ${value}`;
}

function attachmentText(attachment: Payload): Markup {
  const title = attachment.optionalText('title');
  const author = attachment.optionalText('author_name');
  const fields = attachment.list('fields').map(fieldText);
  const blocks = attachment.list('blocks').map(blockText);
  const content =
    text(attachment, 'text') ?? (blocks.length === 0 ? text(attachment, 'fallback') : undefined);
  return paragraphs(
    text(attachment, 'pretext'),
    author === undefined ? undefined : link(author, attachment.optionalText('author_link')),
    title === undefined ? undefined : md`**${link(title, attachment.optionalText('title_link'))}**`,
    content,
    lines(...fields),
    ...blocks,
    ...['image_url', 'thumb_url'].map((name) => imageLink(attachment, name)),
    text(attachment, 'footer'),
    timeText(attachment),
  );
}

/** Newer messages have their text in blocks too. */
export function slackContent(message: Payload): Markup {
  const blocks = paragraphs(...message.list('blocks').map(blockText));
  const attachments = message.list('attachments').map(attachmentText);
  return paragraphs(text(message, 'text') ?? blocks, ...attachments);
}

/** Programs put a summary into `text`, and all of it into blocks. */
export const programContent = (payload: Payload): Markup =>
  paragraphs(
    text(payload, 'text'),
    ...payload.list('blocks').map(blockText),
    ...payload.list('attachments').map(attachmentText),
  );

/** Files stay at Slack, where those who may sign in see them. */
export function slackFile(file: Payload): Markup {
  const name = file.firstText('name', 'title') ?? 'file';
  const title = file.optionalText('title');
  const label = title === undefined || title === name ? name : `${title} (${name})`;
  return md`* ${link(label, file.firstText('permalink', 'url_private', 'external_url'))}`;
}

// Converts Slack's mrkdwn to Markdown: `*bold*`, `_italic_`, `~struck~`, `<url|label>`, `<@U123|name>`.

const emphasis: readonly [RegExp, string][] = [
  [/(^|[\s([{])\*(?!\s)([^*\n]{1,1000}?)(?<!\s)\*(?=$|[\s)\]},.:;!?])/gm, '$1**$2**'],
  [/(^|[\s([{])_(?!\s)([^_\n]{1,1000}?)(?<!\s)_(?=$|[\s)\]},.:;!?])/gm, '$1*$2*'],
  [/(^|[\s([{])~(?!\s)([^~\n]{1,1000}?)(?<!\s)~(?=$|[\s)\]},.:;!?])/gm, '$1~~$2~~'],
];

/** Code is not converted. */
export function slackMarkdown(text: string): string {
  return text
    .split(/(```[^]*?```|`[^`\n]*`)/)
    .map((part, at) => (at % 2 === 1 ? entities(part) : prose(part)))
    .join('');
}

function prose(text: string): string {
  let converted = text;
  for (const [pattern, replacement] of emphasis) converted = converted.replace(pattern, replacement);
  return entities(converted.replaceAll(/<([^<>\n]{1,2000})>/g, (_, inside: string) => reference(inside)));
}

/** Converts the content of angle brackets. Users of Slack are not mentioned. */
function reference(inside: string): string {
  const bar = inside.indexOf('|');
  const target = bar < 0 ? inside : inside.slice(0, bar);
  const label = bar < 0 ? undefined : inside.slice(bar + 1);
  if (/^[@#]/.test(target)) return `${target.charAt(0)}${label ?? target.slice(1)}`;
  if (target.startsWith('!')) return `@${(label ?? target.slice(1)).replace(/\^.*/, '')}`;
  if (!/^(?:https?:|mailto:)/.test(target)) return inside;
  if (label === undefined) return target;
  return `[${label.replaceAll(/[[\]]/g, '')}](${target.replaceAll(/[()\s]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)})`;
}

const entities = (text: string): string =>
  text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&');

// Rich text of Slack's blocks, which its own editor writes.

const marks = [
  ['style.strike', '~~'],
  ['style.italic', '*'],
  ['style.bold', '**'],
] as const;

function styled(element: Payload): string {
  const text = element.optionalText('text') ?? '';
  if (element.isTrue('style.code')) return code(text).text;
  const [, before = '', inner = '', after = ''] = /^(\s*)([^]*?)(\s*)$/.exec(text) ?? [];
  if (inner === '') return text;
  const marked = marks.reduce(
    (made, [path, mark]) => (element.isTrue(path) ? mark + made + mark : made),
    inner,
  );
  return before + marked + after;
}

function inline(element: Payload): string {
  switch (element.optionalText('type')) {
    case 'link':
      return link(element.firstText('text', 'url') ?? '', element.optionalText('url')).text;
    case 'emoji':
      return `:${element.optionalText('name') ?? ''}:`;
    case 'user':
    case 'usergroup':
    case 'broadcast':
      return `@${element.firstText('user_id', 'usergroup_id', 'range') ?? ''}`;
    case 'channel':
      return `#${element.optionalText('channel_id') ?? ''}`;
    default:
      return styled(element);
  }
}

const inlines = (block: Payload): string => block.list('elements').map(inline).join('');

function blockMarkup(block: Payload): Markup {
  switch (block.optionalText('type')) {
    case 'rich_text_preformatted':
      return codeBlock(inlines(block));
    case 'rich_text_quote':
      return quote(inlines(block));
    case 'rich_text_list': {
      const indent = '  '.repeat(Math.min(8, block.optionalNumber('indent') ?? 0));
      const sign = block.optionalText('style') === 'ordered' ? '1.' : '*';
      return ownMarkdown(
        block
          .list('elements')
          .map((item) => `${indent}${sign} ${inlines(item)}`)
          .join('\n'),
      );
    }
    default:
      return ownMarkdown(inlines(block));
  }
}

const richText = (block: Payload): Markup => paragraphs(...block.list('elements').map(blockMarkup));
