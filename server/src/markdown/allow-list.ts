/** For tests: reads HTML as strictly as possible and tells what a message may not contain. */

const id = /^\d+$/;
const path = /^\/[^"<>]*$/;
const anyText = /^[^"<>]*$/;
const oneOf = (...values: string[]) => new RegExp(`^(?:${values.join('|')})$`);

/** Tags with their attributes. */
const allowed: Record<string, Record<string, RegExp>> = {
  p: {},
  br: {},
  hr: {},
  strong: {},
  em: {},
  del: {},
  code: {},
  pre: {},
  blockquote: {},
  ul: {},
  li: {},
  h1: {},
  h2: {},
  h3: {},
  h4: {},
  h5: {},
  h6: {},
  table: {},
  thead: {},
  tbody: {},
  tr: {},
  ol: { start: id },
  th: { style: oneOf('text-align: (?:left|center|right);') },
  td: { style: oneOf('text-align: (?:left|center|right);') },
  time: { datetime: /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?Z$/ },
  img: { alt: anyText, class: oneOf('emoji'), src: path, title: anyText },
  a: {
    class: oneOf('stream', 'stream-topic', 'message-link'),
    'data-stream-id': id,
    href: /^(?:(?:https?|mailto|tel|sms|xmpp|matrix|ircs?|sip|geo|magnet|webcal|ftp|ssh|bitcoin|news):|\/|#)/i,
    rel: oneOf('noopener noreferrer'),
    title: anyText,
  },
  span: {
    class: oneOf(
      '(?:user-mention|user-mention channel-wildcard-mention|topic-mention|user-group-mention)(?: silent)?',
      'emoji emoji-[0-9a-f]+(?:-[0-9a-f]+)*',
    ),
    'data-user-id': /^(?:\d+|\*)$/,
    'data-user-group-id': id,
    'aria-label': anyText,
    role: oneOf('img'),
    title: anyText,
  },
  div: {
    class: oneOf('codehilite', 'spoiler-block', 'spoiler-header', 'spoiler-content'),
    'data-code-language': /^[A-Za-z0-9_+\-./#]+$/,
    'aria-hidden': oneOf('true'),
  },
};

const empty = new Set(['br', 'hr', 'img']);
const piece = /<(\/?)([a-z][a-z0-9]*)((?: [a-z-]+="[^"<>]*")*)>|[^<>]+|[^]/g;
const attribute = / ([a-z-]+)="([^"]*)"/g;
const badEntity = /&(?!(?:amp|lt|gt|quot);)/;

function attributeProblem(tag: string, attributes: string): string | undefined {
  for (const [, name = '', value = ''] of attributes.matchAll(attribute)) {
    if (!allowed[tag]?.[name]?.test(value)) return `<${tag} ${name}="${value}">`;
  }
  return undefined;
}

/** The first thing that is not allowed or not well formed, or undefined. */
export function problemIn(html: string): string | undefined {
  const open: string[] = [];
  for (const [text, slash, tag, attributes = ''] of html.matchAll(piece)) {
    if (badEntity.test(text)) return `entity in ${text.slice(0, 80)}`;
    if (tag === undefined) {
      if (text === '<' || text === '>') return `a bare ${text}`;
      continue;
    }
    if (!Object.hasOwn(allowed, tag)) return `<${tag}>`;
    if (slash === '/') {
      if (open.pop() !== tag) return `</${tag}> closes something else`;
      continue;
    }
    const problem = attributeProblem(tag, attributes);
    if (problem !== undefined) return problem;
    if (!empty.has(tag)) open.push(tag);
    if (open.length > 50) return 'nested too deep';
  }
  return open.length === 0 ? undefined : `<${open.join('><')}> stays open`;
}
