/** A mail server that keeps nothing and gives the replies of a test. */
import { readFileSync } from 'node:fs';
import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { TLSSocket } from 'node:tls';
import type { Certified } from './certificates.ts';
import { getPort } from './get-port.ts';
import { undoAfter } from '../undo.ts';

/**
 * @param reply What the server responds to a command; called with `.` at the end of a message. A `220` to STARTTLS begins TLS.
 * @param note Called with each line, those of messages included, and whether it came encrypted.
 * @returns host and port
 */
export async function startSmtpReplies(
  t: TestContext,
  reply: (line: string, isEncrypted: boolean) => string,
  note: (line: string, isEncrypted: boolean) => void = () => undefined,
  certified?: Certified,
): Promise<string> {
  const talk = (socket: Socket, isEncrypted: boolean) => {
    let isData = false;
    socket.on('error', () => undefined);
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').filter((one) => one !== '')) {
        note(line, isEncrypted);
        if (isData && line !== '.') continue;
        isData = line === 'DATA';
        const answer = reply(line, isEncrypted);
        socket.write(`${answer}\r\n`);
        if (line === 'STARTTLS' && answer.startsWith('220') && certified) encrypt(socket, certified);
      }
    });
  };
  const encrypt = (socket: Socket, { key, certificate }: Certified) => {
    // What follows belongs to TLS, and is not text.
    socket.removeAllListeners('data');
    const given = { isServer: true, key: readFileSync(key), cert: readFileSync(certificate) };
    talk(new TLSSocket(socket, given), true);
  };
  const server = createServer((socket) => {
    talk(socket, false);
    socket.write('220 mail.example.com ESMTP\r\n');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => server.close());
  return `127.0.0.1:${getPort(server)}`;
}
