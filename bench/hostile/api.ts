/** Requests of the API and of services, by a member, an integration or nobody. */
import type { HostileInput, Target } from './target.ts';
import { fill as fillWith, listFields } from './texts.ts';

/** Three times as many bytes where all of them are encoded; a body may have 2 MB. */
const most = 640_000;
const fill = (piece: string, characters = most): string => fillWith(piece, characters);
/** The longest message. */
const text = (piece: string): string => fill(piece, 10_000);

const markdown: Readonly<Record<string, string>> = {
  'nested quotations': text('>'),
  'nested lists': Array.from({ length: 140 }, (_, depth) => `${' '.repeat(depth)}- a`).join('\n'),
  'open emphasis': text('*a _b '),
  'emphasis that closes nothing': text('a**b'),
  'open brackets': text('['),
  'open links': text('[a]('),
  'nested links': text('[a](b '),
  'backticks of all lengths': Array.from({ length: 139 }, (_, n) => '`'.repeat(n + 1)).join(' '),
  'a wide table': `${text('|a').slice(0, 3300)}|\n${text('|-').slice(0, 3300)}|\n${text('|b').slice(0, 3300)}|`,
  'a long table': `|a|b|\n|-|-|\n${text('|a|b|\n').slice(0, 9900)}`,
  formulas: text('$$x$$ '),
  'a nested formula': `$$${'{'.repeat(4900)}x${'}'.repeat(4900)}$$`,
  mentions: text('@**a** '),
  'open mentions': text('@**'),
  'links to channels': text('#**a>b** '),
  emoji: text(':a:'),
  addresses: text('a.b.c '),
  'addresses of pages': text('https://a.example/ '),
  times: text('<time:1> '),
  spoilers: text('```spoiler\n'),
  'fenced code': `\`\`\`python\n${text('"\'\\').slice(0, 9900)}\n\`\`\``,
  HTML: text('<a href="'),
  entities: text('&amp;&#1'),
};

const flags = (narrow: string): Form => [
  'POST',
  '/messages/flags/narrow',
  { narrow, anchor: 'newest', num_before: '1', num_after: '0', op: 'add', flag: 'read' },
];

type Form = readonly [method: string, path: string, fields: Readonly<Record<string, string>>];

const draft = '{"type":"","to":[],"topic":"","content":"x"}';
const parameters: Readonly<Record<string, Form>> = {
  'JSON that is nested deeply': flags(fill('[')),
  'JSON of many terms': flags(`[${fill('{"operator":"is","operand":"dm"},')}0]`),
  'JSON of many numbers': flags(`[${fill('1,')}1]`),
  'JSON of one long text': flags(JSON.stringify([{ operator: 'search', operand: fill('a b ') }])),
  'JSON of many drafts': ['POST', '/drafts', { drafts: `[${fill(`${draft},`)}${draft}]` }],
  recipients: ['POST', '/messages', { type: 'direct', to: `[${fill('123456,')}1]`, content: 'x' }],
  'invited addresses': ['POST', '/invites', { invitee_emails: fill('a@example.com,'), stream_ids: '[]' }],
};

const entries = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`k${n}`, 'v']));
const storage: Readonly<Record<string, Form>> = {
  'storage of 50,000 entries': ['PUT', '/bot_storage', { storage: JSON.stringify(entries) }],
};

const linkifiers: Readonly<Record<string, Form>> = {
  'a pattern of a linkifier': [
    'POST',
    '/realm/filters',
    { pattern: '(?P<id>(a+)+)$', url_template: 'https://a.example/{id}' },
  ],
};

const longest = 1_900_000;
const urlencoded = 'application/x-www-form-urlencoded';
/** Content type and body of a message. */
const bodies: Readonly<Record<string, readonly [type: string, body: string]>> = {
  'a form of many fields': [urlencoded, fill('a=b&', longest)],
  'a form of encoded bytes': [urlencoded, `content=${fill('%41', longest)}`],
  'a multipart form of many parts': [
    'multipart/form-data; boundary=a',
    fill('--a\r\nContent-Disposition: form-data; name="a"\r\n\r\nb\r\n', longest),
  ],
  'a multipart form of dashes': [`multipart/form-data; boundary=${'-'.repeat(60)}`, fill('-', longest)],
};

type Call = (method: string, path: string, body?: BodyInit, more?: Record<string, string>) => Promise<string>;

const asMember =
  ({ url, authorization }: Target): Call =>
  async (method, path, body, more = {}) => {
    const headers = { authorization: `Basic ${authorization}`, ...more };
    const options = { method, headers, ...(body !== undefined && { body }) };
    const response = await fetch(url + path, options);
    await response.arrayBuffer();
    return String(response.status);
  };

const sendForms = (target: Target, forms: Readonly<Record<string, Form>>): Promise<HostileInput[]> =>
  Promise.resolve(
    Object.entries(forms).map(([what, [method, path, fields]]) => ({
      what,
      send: () => asMember(target)(method, `/api/v1${path}`, new URLSearchParams(fields)),
    })),
  );

type ApiPart = 'markdown' | 'linkifiers' | 'parameters' | 'forms' | 'storage' | 'images' | 'deliveries';

export const apiInputs: Readonly<Record<ApiPart, (target: Target) => Promise<HostileInput[]>>> = {
  markdown: (target) =>
    sendForms(
      target,
      Object.fromEntries(
        Object.entries(markdown).map(([what, content]) => [what, ['POST', '/messages/render', { content }]]),
      ),
    ),
  linkifiers: (target) => sendForms(target, linkifiers),
  parameters: (target) => sendForms(target, parameters),
  storage: (target) => sendForms(target, storage),
  forms: (target) =>
    Promise.resolve([
      ...Object.entries(bodies).map(([what, [type, body]]) => ({
        what,
        send: () => asMember(target)('POST', '/api/v1/messages', body, { 'content-type': type }),
      })),
      {
        what: 'a file of lines that begin like a boundary',
        send: () =>
          asMember(target)(
            'POST',
            '/api/v1/user_uploads',
            upload('a.txt', Buffer.alloc(20_000_000, '\r\n--')),
          ),
      },
      { what: 'the list of operations', send: () => asMember(target)('GET', '/api/docs') },
    ]),
  images: (target) =>
    Promise.resolve([
      {
        what: 'an image of 30,000 by 30,000 pixels',
        send: () => asMember(target)('POST', '/api/v1/user_uploads', upload('a.png', hugePng())),
      },
    ]),
  deliveries,
};

function upload(name: string, bytes: Uint8Array<ArrayBuffer>): FormData {
  const body = new FormData();
  body.set('file', new Blob([bytes], { type: 'image/png' }), name);
  return body;
}

/** Only its header is true. */
function hugePng(): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(1000);
  bytes.set([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52]);
  new DataView(bytes.buffer).setUint32(16, 30_000);
  new DataView(bytes.buffer).setUint32(20, 30_000);
  bytes.set([8, 6], 24);
  return bytes;
}

/** To an incoming webhook, whose address is all that a service has. */
async function deliveries({ url, authorization }: Target): Promise<HostileInput[]> {
  const body = new URLSearchParams({ full_name: 'Deliveries', short_name: 'deliveries', bot_type: '2' });
  const headers = { authorization: `Basic ${authorization}` };
  const made = await fetch(`${url}/api/v1/bots`, { method: 'POST', headers, body });
  const { api_key: key = '' } = (await made.json()) as { api_key?: string };
  const path = (service: string) => `${url}/api/v1/external/${service}?api_key=${key}&stream=size-10`;
  const deliver = (service: string, json: string) => async () => {
    const headers = { 'content-type': 'application/json', 'x-github-event': 'push' };
    return String((await fetch(path(service), { method: 'POST', headers, body: json })).status);
  };
  return [
    {
      what: 'a delivery that is nested deeply',
      send: deliver('json', fill('[', 900_000) + fill(']', 900_000)),
    },
    {
      what: 'a delivery of many fields',
      send: deliver('json', `{${listFields(120_000)}}`),
    },
    {
      what: 'a delivery of many commits',
      send: deliver(
        'github',
        `{"ref":"refs/heads/a","commits":[${fill('{"id":"a","message":"b","url":"c"},')}{}]}`,
      ),
    },
  ];
}
