/** Rich text of Slack's blocks, which its own editor writes. */
import { code, codeBlock, link, type Markup, ownMarkdown, paragraphs, quote } from '../../markup.ts';
import type { Payload } from '../../payload.ts';

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

export const richText = (block: Payload): Markup => paragraphs(...block.list('elements').map(blockMarkup));
