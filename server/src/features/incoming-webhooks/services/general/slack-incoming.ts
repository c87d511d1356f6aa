/** Accepts requests to Slack's incoming webhooks: text, blocks and attachments become Markdown. */
import type { Delivery, Integration, ReadResult } from '../../integration.ts';
import { bold, lines, link, Markup, md, ownMarkdown, paragraphs } from '../../markup.ts';
import { AnomalousPayload, type Payload } from '../../payload.ts';
import { slackMarkdown } from './slack-markdown.ts';

const text = (payload: Payload, path: string): Markup | undefined => {
  const given = payload.optionalText(path);
  return given === undefined ? undefined : ownMarkdown(slackMarkdown(given));
};

/** A text object has a type; old programs send only the text. */
const textObject = (payload: Payload, path: string): Markup | undefined =>
  payload.isText(path) ? text(payload, path) : text(payload.at(path), 'text');

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
      return link(block.optionalText('alt_text') ?? 'Image', block.optionalText('image_url'));
    case 'actions':
      return lines(
        ...block.list('elements').map((element) => {
          const url = element.optionalText('url');
          return url === undefined ? undefined : link(element.firstText('text.text') ?? url, url);
        }),
      );
    default:
      return undefined;
  }
}

function attachmentText(attachment: Payload): Markup {
  const title = attachment.optionalText('title');
  const fields = attachment
    .list('fields')
    .map((field) => md`**${field.optionalText('title')}**: ${text(field, 'value')}`);
  const blocks = attachment.list('blocks').map(blockText);
  const content =
    text(attachment, 'text') ?? (blocks.length === 0 ? text(attachment, 'fallback') : undefined);
  return paragraphs(
    text(attachment, 'pretext'),
    title === undefined ? undefined : md`**${link(title, attachment.optionalText('title_link'))}**`,
    content,
    lines(...fields),
    ...blocks,
    text(attachment, 'footer'),
  );
}

function receive({ payload }: Delivery): ReadResult {
  const content = paragraphs(
    text(payload, 'text'),
    ...payload.list('blocks').map(blockText),
    ...payload.list('attachments').map(attachmentText),
  );
  if (content.text.trim() === '') throw new AnomalousPayload('the payload has no text');
  const channel = payload.optionalText('channel')?.replace(/^[#@]/, '');
  return { event: 'message', topic: channel ?? '(no topic)', content: withIcon(payload, content) };
}

function withIcon(payload: Payload, content: Markup): Markup {
  const icon = /^:([\w+-]{1,50}):$/.exec(payload.optionalText('icon_emoji') ?? '');
  return icon ? md`${new Markup(`:${icon[1] ?? ''}:`)} ${content}` : content;
}

export const slackIncoming: Integration = {
  name: 'slack_incoming',
  displayName: 'Slack Incoming',
  success: { ok: true },
  receive,
};
