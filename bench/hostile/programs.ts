/** What programs of members and of the operator do: bots inside the server, templates, and what called programs respond. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { flood, listens } from './service.ts';
import type { HostileInput, Target } from './target.ts';
import { fill, listFields } from './texts.ts';

type Fields = Readonly<Record<string, string>>;

async function call(
  { url, authorization }: Target,
  method: string,
  path: string,
  fields: Fields = {},
): Promise<{ status: string; json: Readonly<Record<string, unknown>> }> {
  const response = await fetch(`${url}/api/v1${path}`, {
    method,
    headers: { authorization: `Basic ${authorization}` },
    ...(method === 'GET' ? {} : { body: new URLSearchParams(fields) }),
  });
  const json = (await response.json()) as Readonly<Record<string, unknown>>;
  return { status: String(response.status), json };
}

async function addBot(target: Target, name: string, fields: Fields): Promise<string> {
  const { json } = await call(target, 'POST', '/bots', { full_name: name, short_name: name, ...fields });
  if (typeof json.user_id !== 'number') throw new Error(`The bot was refused: ${JSON.stringify(json)}`);
  return String(json.user_id);
}

// Bots inside the server.

const request = (method: string, args: string): string =>
  `{"kind":"request","id":1,"method":"${method}","args":${args}}\n`;
const endlessly = (piece: string): string => `const piece = Buffer.from(${piece}); for (;;) say(piece);`;

/** What each does with `say`, which writes to the server in place of the code around the program. */
const programs: Fields = {
  'asks for messages and reads none': `say(${JSON.stringify(request('messages', '["size-10","long",{"last":100}]'))}.repeat(99)); for (;;);`,
  'asks without end': endlessly(`${JSON.stringify(request('get', '["a"]'))}.repeat(1000)`),
  'says lines without end': endlessly(`'\\n'.repeat(60_000)`),
  'says a line without end': endlessly(`'{'.repeat(60_000)`),
  'asks for something nested deeply': `say(${JSON.stringify(request('reply', fill('[', 190_000)))}); for (;;);`,
  'takes memory': 'const all = []; for (;;) all.push(Buffer.alloc(1_000_000, 1));',
};

const toFolderName = (what: string): string => what.replaceAll(' ', '-');

/** @returns arguments for the server */
export function writePrograms(folder: string): string[] {
  const place = join(folder, 'programs');
  for (const [what, body] of Object.entries(programs)) {
    const own = join(place, toFolderName(what));
    mkdirSync(own, { recursive: true });
    writeFileSync(join(own, 'bot.json'), '{}');
    const say = 'const fs = await import("node:fs"); const say = (bytes) => fs.writeSync(1, bytes);';
    writeFileSync(join(own, 'index.js'), `export default async () => { ${say} ${body} };\n`);
  }
  return ['--bots-dir', place];
}

async function programInputs(target: Target): Promise<HostileInput[]> {
  const content = fill('é ', 9900);
  for (let n = 0; n < 100; n++)
    await call(target, 'POST', '/messages', { type: 'channel', to: 'size-10', topic: 'long', content });
  const bots: [what: string, id: string][] = [];
  for (const [n, what] of Object.keys(programs).entries()) {
    const fields = { bot_type: '4', service_name: toFolderName(what) };
    bots.push([what, await addBot(target, `inside-${n}`, fields)]);
  }
  return bots.map(([what, id]) => ({ what: `a bot that ${what}`, send: () => callBot(target, id) }));
}

/** @returns how the call ended, which its owner sees */
async function callBot(target: Target, id: string): Promise<string> {
  await call(target, 'POST', '/messages', { type: 'direct', to: `[${id}]`, content: 'go' });
  for (let waited = 0; waited < 40_000; waited += 100) {
    const { json } = await call(target, 'GET', `/heddle/bots/${id}/deliveries`);
    const [delivery] = json.deliveries as { error: string | null; status: number | null }[];
    if (delivery) return delivery.error ?? String(delivery.status);
    await sleep(100);
  }
  return 'not called';
}

// Templates of incoming webhooks.

const templates: Fields = {
  'a loop of a hundred million': '{% for i in (1..100000000) %}x{% endfor %}',
  'nested loops':
    '{% for a in (1..1000) %}{% for b in (1..1000) %}{% for c in (1..1000) %}x{% endfor %}{% endfor %}{% endfor %}',
  'loops over fields': '{% for a in payload %}{% for b in payload %}{{ a }}{{ b }}{% endfor %}{% endfor %}',
  'a text that doubles': `{% assign x = 'xxxxxxxxxx' %}${'{% assign x = x | append: x %}'.repeat(300)}`,
  replacements: `{% assign x = payload.text %}${"{% assign x = x | replace: 'a', 'aa' %}".repeat(200)}`,
  'sorted lists': '{{ payload.list | sort | reverse | uniq | sort_natural | join }}'.repeat(150),
  'open tags': fill('{% if a %}', 9900),
  'open values': fill('{{ a | ', 9900),
  'many values': fill('{{ a }}', 9900),
  conditions: `{% if ${fill('a or ', 9000)} a %}x{% endif %}`,
};

const given = JSON.stringify({
  text: fill('a', 100_000),
  list: Array.from({ length: 50_000 }, (_, n) => String(n)),
});

async function templateInputs(target: Target): Promise<HostileInput[]> {
  const id = await addBot(target, 'templates', { bot_type: '2' });
  return Object.entries(templates).map(([what, content]) => ({
    what: `a template with ${what}`,
    send: async () =>
      (
        await call(target, 'POST', `/bots/${id}/webhook_template/preview`, {
          topic: '',
          content,
          payload: given,
        })
      ).status,
  }));
}

// What programs respond that the server calls: outgoing webhooks, slash commands, servers of linked images.

interface Answer {
  body: string;
  type?: string;
  isEndless?: boolean;
}

const nearlyMebibyte = 1_040_000;
const answers: Readonly<Record<string, Answer>> = {
  'text without end': { body: 'x'.repeat(65_536), isEndless: true },
  'lists that are nested deeply': { body: fill('[', nearlyMebibyte) },
  'many fields': { body: `{${listFields(70_000)}}` },
  'a long message': { body: `{"content":"${fill('a b ', nearlyMebibyte)}"}` },
  'open Markdown': { body: `{"content":"${fill('*a _b ', 9900)}"}` },
  'escaped text': { body: `{"content":"${fill(String.raw`\u0061`, nearlyMebibyte)}"}` },
  'a widget of many options': {
    body: `{"content":"a","widget_content":{"widget_type":"poll","extra_data":{"question":"a","options":[${fill('"a",', 900_000)}"a"]}}}`,
  },
};

async function startProgram() {
  const state: { answer: Answer } = { answer: { body: '' } };
  const server = createServer((asked, response) => {
    asked.resume().on('error', () => undefined);
    response.on('error', () => undefined);
    const { body, type = 'application/json', isEndless = false } = state.answer;
    response.writeHead(200, { 'content-type': type });
    if (isEndless) flood(response, body);
    else response.end(body);
  });
  server.on('clientError', () => undefined);
  return { state, url: `http://127.0.0.1:${await listens(server)}` };
}

async function webhookInputs(target: Target): Promise<HostileInput[]> {
  const { state, url } = await startProgram();
  const fields = { bot_type: '3', payload_url: JSON.stringify(url), service_name: 'called' };
  const inputs: HostileInput[] = [];
  for (const [n, [what, answer]] of Object.entries(answers).entries()) {
    const id = await addBot(target, `called-${n}`, fields);
    inputs.push({
      what: `an outgoing webhook that responds with ${what}`,
      send: () => {
        state.answer = answer;
        return callBot(target, id);
      },
    });
  }
  const { json } = await call(target, 'GET', '/user_groups');
  const groups = json.user_groups as { id: number; name: string }[];
  const group = groups.find(({ name }) => name === 'role:members');
  const bot_id = await addBot(target, 'commanded', fields);
  await call(target, 'POST', '/heddle/slash_commands', {
    name: 'hostile',
    description: 'a',
    bot_id,
    group_id: String(group?.id),
  });
  for (const [what, answer] of Object.entries(answers))
    inputs.push({
      what: `a slash command that responds with ${what}`,
      send: async () => {
        state.answer = answer;
        return (await call(target, 'POST', '/zcommand', { command: '/hostile' })).status;
      },
    });
  return inputs;
}

const images: Readonly<Record<string, Answer>> = {
  'bytes without end': { type: 'image/png', body: 'x'.repeat(65_536), isEndless: true },
  'bytes of a video without end': { type: 'video/mp4', body: 'x'.repeat(65_536), isEndless: true },
  'a page': { type: 'text/html', body: fill('<a>', nearlyMebibyte) },
  'a type of many parameters': { type: `image/png;${fill('a=b;', 12_000)}`, body: 'x' },
};

async function imageInputs(target: Target): Promise<HostileInput[]> {
  const { state, url } = await startProgram();
  const { json } = await call(target, 'POST', '/messages/render', { content: `${url}/a.png` });
  const [, address = ''] = / src="(\/external_content\/[^"]+)"/.exec(String(json.rendered)) ?? [];
  const look = async () => {
    const response = await fetch(target.url + address);
    await response.arrayBuffer().catch(() => undefined);
    return String(response.status);
  };
  return Object.entries(images).map(([what, answer]) => ({
    what: `a linked image of ${what}`,
    send: () => {
      state.answer = answer;
      return look();
    },
  }));
}

type ProgramPart = 'programs' | 'templates' | 'webhooks' | 'linked-images';

export const runInputs: Readonly<Record<ProgramPart, (target: Target) => Promise<HostileInput[]>>> = {
  programs: programInputs,
  templates: templateInputs,
  webhooks: webhookInputs,
  'linked-images': imageInputs,
};
