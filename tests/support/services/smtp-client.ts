/** A mail server of someone else, line by line: says what a test wants, and shows what is replied. */
import { connect, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import type { TestContext } from 'node:test';
import { undoAfter } from '../undo.ts';

export class SmtpClient {
  #socket: Socket;
  #received = '';
  #waiting: (() => void) | undefined;
  isClosed = false;

  constructor(socket: Socket) {
    this.#socket = socket;
    this.#listen();
  }

  #listen(): void {
    this.#socket.on('data', (chunk: Buffer) => {
      this.#received += chunk.toString();
      this.#waiting?.();
    });
    this.#socket.on('error', () => undefined);
    this.#socket.on('close', () => {
      this.isClosed = true;
      this.#waiting?.();
    });
  }

  /** All lines of the next reply; '' once the connection has ended. */
  async reply(): Promise<string> {
    for (;;) {
      const [whole, text = ''] = /^((?:\d{3}-[^\n]*\n)*\d{3} [^\n]*)\r\n/.exec(this.#received) ?? [];
      if (whole !== undefined) {
        this.#received = this.#received.slice(whole.length);
        return text.trimEnd();
      }
      if (this.isClosed) return '';
      await new Promise<void>((resolve) => (this.#waiting = resolve));
    }
  }

  send(text: string): void {
    this.#socket.write(text);
  }

  async command(line: string): Promise<string> {
    this.send(`${line}\r\n`);
    return this.reply();
  }

  async secure(): Promise<void> {
    await this.command('STARTTLS');
    this.#socket.removeAllListeners('data');
    const socket = connectTls({ socket: this.#socket, rejectUnauthorized: false });
    await new Promise<void>((resolve) => socket.once('secureConnect', resolve));
    this.#socket = socket;
    this.#listen();
  }

  /** @returns the reply to the whole email, or to the recipient if that was refused */
  async deliver(to: string, lines: readonly string[], from = 'someone@partner.test'): Promise<string> {
    await this.command(`MAIL FROM:<${from}>`);
    const recipient = await this.command(`RCPT TO:<${to}>`);
    if (!recipient.startsWith('250')) {
      await this.command('RSET');
      return recipient;
    }
    await this.command('DATA');
    return this.command(`${lines.join('\r\n')}\r\n.`);
  }

  end(): Promise<void> {
    this.#socket.destroy();
    return Promise.resolve();
  }
}

/** Connected and introduced, until the test ends. */
export async function smtpClient(t: TestContext, port: number): Promise<SmtpClient> {
  const client = new SmtpClient(connect(port, '127.0.0.1'));
  undoAfter(t, () => client.end());
  await client.reply();
  await client.command('EHLO partner.test');
  return client;
}
