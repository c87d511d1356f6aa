/** A mail server that keeps nothing and gives the replies of a test. */
import { createServer, type Socket } from 'node:net';
import type { TestContext } from 'node:test';
import { getPort } from './get-port.ts';
import { undoAfter } from '../undo.ts';

/**
 * @param reply What the server responds to a command; called with `.` at the end of a message.
 * @param note Called with each line, those of messages included.
 * @returns host and port
 */
export async function startSmtpReplies(
  t: TestContext,
  reply: (line: string) => string,
  note: (line: string) => void = () => undefined,
): Promise<string> {
  const greet = (socket: Socket) => {
    let isData = false;
    socket.setEncoding('utf8').on('data', (text: string) => {
      for (const line of text.split('\r\n').filter((one) => one !== '')) {
        note(line);
        if (isData && line !== '.') continue;
        isData = line === 'DATA';
        socket.write(`${reply(line)}\r\n`);
      }
    });
    socket.on('error', () => undefined).write('220 mail.example.com ESMTP\r\n');
  };
  const server = createServer(greet);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  undoAfter(t, () => server.close());
  return `127.0.0.1:${getPort(server)}`;
}
