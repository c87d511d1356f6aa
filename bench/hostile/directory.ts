/** What an LDAP directory sends to a sign-in. */
import { createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { flood, listens, type HostileServices } from './service.ts';

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

export async function startDirectory(): Promise<HostileServices> {
  const state = { response: responses['text without end'] };
  const server = createServer((socket) => serve(socket, state));
  const port = await listens(server);
  const args = ['--ldap-url', `ldap://127.0.0.1:${port}`, '--ldap-search-base', 'dc=example,dc=com'];
  return {
    args: [...args, '--ldap-start-tls', 'off'],
    inputs: ({ url }) =>
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
