/** A mailbox on an IMAP server of a test: as much of RFC 3501 as is needed to find, fetch and mark emails. */
import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { undoAfter } from '../undo.ts';

interface StoredMail {
  text: string;
  flags: Set<string>;
}

export class ImapServer {
  port = 0;
  /** By UID. */
  readonly mails = new Map<number, StoredMail>();
  /** UIDs of emails whose content it refuses. */
  readonly unreadable = new Set<number>();
  /** UIDs of emails without end, of which it says no size. */
  readonly endless = new Set<number>();
  password = 'secret';
  /** What it sends in the place of the list of unseen emails, if set. */
  listing: string | undefined;
  sessions = 0;
  /** As the client sent them, without tags. */
  readonly commands: string[] = [];

  add(lines: readonly string[]): number {
    const uid = this.mails.size + 1;
    this.mails.set(uid, { text: lines.join('\r\n'), flags: new Set() });
    return uid;
  }

  flags(uid: number): string {
    return [...(this.mails.get(uid)?.flags ?? [])].sort().join(' ');
  }

  get url(): string {
    return `imap://heddle:secret@127.0.0.1:${this.port}/INBOX`;
  }

  serve(socket: Socket): void {
    this.sessions += 1;
    socket.on('error', () => undefined);
    socket.write('* OK ready\r\n');
    let text = '';
    socket.on('data', (chunk: Buffer) => {
      text += chunk.toString('latin1');
      for (let end = text.indexOf('\r\n'); end >= 0; end = text.indexOf('\r\n')) {
        const [tag = '', ...words] = text.slice(0, end).split(' ');
        text = text.slice(end + 2);
        this.commands.push(words.join(' '));
        socket.write(this.#respond(tag, words.join(' ')), 'latin1');
        if (/^logout$/i.test(words[0] ?? '')) socket.end();
      }
    });
  }

  #respond(tag: string, command: string): string {
    const ok = (lines = '') => `${lines}${tag} OK done\r\n`;
    const [, uid = ''] = /^UID (?:FETCH|STORE) (\d+)/i.exec(command) ?? [];
    const mail = this.mails.get(Number(uid));
    if (/^CAPABILITY/i.test(command)) return ok('* CAPABILITY IMAP4rev1\r\n');
    if (/^LOGIN/i.test(command))
      return command.includes(`"${this.password}"`) || command.endsWith(` ${this.password}`)
        ? ok()
        : `${tag} NO [AUTHENTICATIONFAILED] wrong\r\n`;
    if (/^LIST/i.test(command)) return ok('* LIST (\\HasNoChildren) "/" "INBOX"\r\n');
    if (/^SELECT/i.test(command))
      return ok(`* FLAGS (\\Seen \\Flagged)\r\n* ${this.mails.size} EXISTS\r\n* OK [UIDVALIDITY 1] ok\r\n`);
    if (/^UID SEARCH/i.test(command) && this.listing !== undefined) return this.listing;
    if (/^UID SEARCH/i.test(command)) {
      const unseen = [...this.mails].filter(([, { flags }]) => !flags.has('\\Seen')).map(([id]) => id);
      return ok(`* SEARCH ${unseen.join(' ')}\r\n`);
    }
    if (/^UID FETCH.*BODY/i.test(command) && this.unreadable.has(Number(uid)))
      return `${tag} NO [SERVERBUG] cannot be read\r\n`;
    if (/^UID FETCH/i.test(command) && mail && this.endless.has(Number(uid))) {
      const [, from = '0', most = '0'] = /<(\d+)\.(\d+)>/.exec(command) ?? [];
      const text = mail.text.padEnd(Number(from) + Number(most), 'x');
      return ok(fetched(uid, { ...mail, text }, command).replace(/RFC822\.SIZE \d+/, 'FLAGS ()'));
    }
    if (/^UID FETCH/i.test(command)) return mail ? ok(fetched(uid, mail, command)) : ok();
    if (/^UID STORE/i.test(command)) {
      for (const [flag] of command.matchAll(/\\\w+/g)) mail?.flags.add(flag);
      return ok();
    }
    return ok();
  }
}

function fetched(uid: string, { text }: StoredMail, command: string): string {
  const size = `RFC822.SIZE ${String(Buffer.byteLength(text))}`;
  const [, from = '', most] = /BODY(?:\.PEEK)?\[\](?:<(\d+)\.(\d+)>)?/i.exec(command) ?? [];
  if (!/BODY/i.test(command)) return `* ${uid} FETCH (UID ${uid} ${size})\r\n`;
  const body = most === undefined ? text : text.slice(Number(from), Number(from) + Number(most));
  const section = from === '' ? 'BODY[]' : `BODY[]<${from}>`;
  return `* ${uid} FETCH (UID ${uid} ${size} ${section} {${String(body.length)}}\r\n${body})\r\n`;
}

export async function imapServer(t: TestContext): Promise<ImapServer> {
  const imap = new ImapServer();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    imap.serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, async () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const address = server.address();
  imap.port = typeof address === 'object' && address ? address.port : 0;
  return imap;
}
