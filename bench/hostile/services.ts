/**
 * What the services of the operator send: an object store, a mailbox, a directory and push services. They are part of the
 * configuration of a server of their own.
 */
import { createServer as createHttpServer } from 'node:http';
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { startAppPush } from './app-push.ts';
import type { ServicePart } from './parts.ts';
import { startPush } from './push.ts';
import { startRelay } from './relay.ts';
import { flood, interimPiece, listens, type HostileService } from './service.ts';
import type { HostileInput, Target } from './target.ts';

const errorXml = '<?xml version="1.0"?><Error><Code>SlowDown</Code>';
const storeAnswers: Readonly<Record<string, string>> = {
  'text without end': 'x'.repeat(65_536),
  'elements without end': '<Message>a</Message>'.repeat(3000),
  'nested elements without end': '<a>'.repeat(20_000),
  'interim responses without end': interimPiece,
};

const mailboxAnswers: Readonly<Record<string, string>> = {
  'a line without end': '1 '.repeat(32_000),
  'lines without end': '* SEARCH 1 2 3\r\n'.repeat(4000),
  'a literal of 2 GB': '{2000000000}\r\n',
  'lists without end': '('.repeat(65_536),
};

/** All of them, for one server. */
export async function startServices(): Promise<HostileService<ServicePart>> {
  const [stores, directory] = [await startStores(), await startDirectory()];
  const notified = [await startPush(), await startAppPush(), await startRelay()];
  return {
    args: [stores, directory, ...notified].flatMap(({ args }) => args),
    inputs: {
      ...stores.inputs,
      ...directory.inputs,
      push: (target) => notified.flatMap(({ inputs }) => inputs.push(target)),
    },
  };
}

async function startStores(): Promise<HostileService<'object-store' | 'mailbox'>> {
  const state = { store: 'x'.repeat(65_536), mailbox: '', listings: 0 };
  const store = createHttpServer((request, response) => {
    request.resume().on('error', () => undefined);
    response.on('error', () => undefined);
    if (state.store === interimPiece) return flood(request.socket, interimPiece);
    response.writeHead(503, { 'content-type': 'application/xml' }).write(errorXml);
    flood(response, state.store);
  });
  store.on('clientError', () => undefined);
  const mailbox = createServer((socket) => serveMailbox(socket, state));
  const [storePort, mailboxPort] = [await listens(store), await listens(mailbox)];
  const args = [
    '--s3-bucket',
    'threads',
    '--s3-endpoint',
    `http://127.0.0.1:${storePort}`,
    '--s3-path-style',
    'on',
    '--s3-access-key-id',
    'heddle',
    '--s3-secret-access-key',
    'not one at all',
    '--imap-url',
    `imap://heddle:heddle@127.0.0.1:${mailboxPort}/INBOX`,
    '--imap-poll-seconds',
    '10',
  ];
  const storeInputs = ({ url, authorization }: Target): HostileInput[] =>
    Object.entries(storeAnswers).map(([what, answer]) => ({
      what: `an object store that answers with ${what}`,
      send: async () => {
        state.store = answer;
        const body = new FormData();
        body.append('file', new Blob(['warp']), 'warp.txt');
        const headers = { authorization: `Basic ${authorization}` };
        const response = await fetch(`${url}/api/v1/user_uploads`, { method: 'POST', headers, body });
        await response.arrayBuffer();
        return String(response.status);
      },
    }));
  const mailboxInputs = (): HostileInput[] =>
    Object.entries(mailboxAnswers).map(([what, answer]) => ({
      what: `a mailbox that answers with ${what}`,
      send: () => listOnce(state, answer),
    }));
  return { args, inputs: { 'object-store': storeInputs, mailbox: mailboxInputs } };
}

/** @returns whether the server asked for the list of emails, which it does every ten seconds */
async function listOnce(state: { mailbox: string; listings: number }, answer: string): Promise<string> {
  state.mailbox = answer;
  const before = state.listings;
  for (let waited = 0; state.listings === before && waited < 45_000; waited += 50) await sleep(50);
  await sleep(1000);
  state.mailbox = '';
  return state.listings === before ? 'not asked' : 'asked';
}

function serveMailbox(socket: Socket, state: { mailbox: string; listings: number }): void {
  socket.on('error', () => undefined);
  socket.write('* OK ready\r\n');
  socket.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString('latin1').split('\r\n')) {
      const [tag = '', command = ''] = line.split(' ');
      if (tag === '') continue;
      if (/^capability$/i.test(command)) socket.write('* CAPABILITY IMAP4rev1\r\n');
      if (/^select$/i.test(command))
        socket.write('* FLAGS (\\Seen)\r\n* 1 EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n');
      if (/^uid$/i.test(command) && state.mailbox !== '') {
        state.listings++;
        socket.write('* SEARCH ');
        flood(socket, state.mailbox);
        return;
      }
      socket.write(`${tag} OK done\r\n`);
    }
  });
}

// What an LDAP directory sends to a sign-in.

const bytes = (...values: number[]): Buffer => Buffer.from(values);

/** Closes a sequence around its parts, of 64 KB at most. */
const sequence = (tag: number, ...parts: Buffer[]): Buffer => {
  const content = Buffer.concat(parts);
  return Buffer.concat([bytes(tag, 0x82, content.length >> 8, content.length & 0xff), content]);
};

const text = (value: string): Buffer => sequence(0x04, Buffer.from(value));
const messageId = (id: number): Buffer => bytes(0x02, 0x01, id);
const many = (piece: Buffer): Buffer =>
  Buffer.concat(Array.from({ length: Math.ceil(65_536 / piece.length) }, () => piece));

const entry = (id: number, attributes: Buffer): Buffer =>
  sequence(0x30, messageId(id), sequence(0x64, text('uid=ada'), sequence(0x30, attributes)));

/** What follows a search, again and again. */
const responses: Readonly<Record<string, (id: number) => Buffer>> = {
  'empty references without end': (id) => many(bytes(0x30, 0x05, 0x02, 0x01, id, 0x73, 0x00)),
  'entries without end': (id) => many(entry(id, sequence(0x30, text('uid'), sequence(0x31, text('ada'))))),
  'an entry of many values, again and again': (id) =>
    entry(id, sequence(0x30, text('mail'), sequence(0x31, ...Array.from({ length: 6000 }, () => text('a'))))),
  'a message of 2 GB': () => many(bytes(0x30, 0x84, 0x7f, 0xff, 0xff, 0xff)),
  'a message of 15 MB of nested parts, again and again': () =>
    Buffer.concat([bytes(0x30, 0x84, 0x00, 0xf0, 0x00, 0x00), many(bytes(0x30, 0x80))]),
  'text without end': () => Buffer.alloc(65_536, 'x'),
};

async function startDirectory(): Promise<HostileService<'directory'>> {
  const state = { response: responses['text without end'] };
  const server = createServer((socket) => serve(socket, state));
  const port = await listens(server);
  const args = ['--ldap-url', `ldap://127.0.0.1:${port}`, '--ldap-search-base', 'dc=example,dc=com'];
  return {
    args: [...args, '--ldap-start-tls', 'off'],
    inputs: {
      directory: ({ url }) =>
        Object.entries(responses).map(([what, response]) => ({
          what: `a directory that answers with ${what}`,
          send: async () => {
            state.response = response;
            const body = new URLSearchParams({ username: 'ada', password: 'warp and weft' });
            const { status } = await fetch(`${url}/api/v1/fetch_api_key`, { method: 'POST', body });
            // The limit of sign-ins by address must not end the next input before it begins.
            await sleep(1000);
            return String(status);
          },
        })),
    },
  };
}

/** The number of a request: the first field of its sequence, whose length has one byte or several. */
function getId(request: Buffer): number {
  const length = request[1] ?? 0;
  const start = 2 + (length >= 0x80 ? length - 0x80 : 0);
  return request[start + 2] ?? 1;
}

const bindRequest = 0x60;
const getTag = (request: Buffer): number => {
  const length = request[1] ?? 0;
  return request[2 + (length >= 0x80 ? length - 0x80 : 0) + 3] ?? 0;
};

function serve(socket: Socket, state: { response: ((id: number) => Buffer) | undefined }): void {
  socket.on('error', () => undefined);
  socket.on('data', (request: Buffer) => {
    const id = getId(request);
    if (getTag(request) === bindRequest)
      socket.write(bytes(0x30, 0x0c, 0x02, 0x01, id, 0x61, 0x07, 0x0a, 0x01, 0x00, 0x04, 0x00, 0x04, 0x00));
    else if (state.response) flood(socket, state.response(id));
  });
}
