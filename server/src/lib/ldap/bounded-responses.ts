/**
 * Bounds what a directory may send. The library copies all bytes of a message for each part that arrives, and calls itself for each
 * message of a part: some thousand empty ones would exceed the stack, and end the server. So it gets whole messages, one at a time.
 */
import type { Client } from 'ldapts';
import { toError } from '../thrown.ts';

const mebibyte = 1024 * 1024;
/**
 * One message, such as an entry with a picture; and all that answers one request, such as a page of entries. The library makes
 * some objects for each value, however short: a group may have 100,000 members.
 */
const most = { message: 16 * mebibyte, request: { bytes: 64 * mebibyte, messages: 100_000, parts: 250_000 } };
/** A tag and a length of up to four bytes. */
const longestHeader = 6;
const sequence = 0x30;
/** Operations that are followed by others: entries and references of a search. */
const unfinished: ReadonlySet<number | undefined> = new Set([0x64, 0x73]);

/** What the library declares private. */
interface Internals {
  messageParser: { read(data: Buffer, details: unknown): void };
  socket?: { destroy(error: Error): void; pause(): void; resume(): void };
}

/** Call it before the client connects. */
export function boundResponses(client: Client): void {
  const internals = client as unknown as Internals;
  const { messageParser } = internals;
  const read = messageParser.read.bind(messageParser);
  const messages = new Messages();
  messageParser.read = (data, details) => {
    try {
      for (const message of messages.push(data)) read(message, details);
      letOthersIn(internals.socket);
    } catch (error) {
      internals.socket?.destroy(toError(error));
    }
  };
}

/** What has arrived already would be read in one go, 2 MB at a time. */
function letOthersIn(socket: Internals['socket']): void {
  socket?.pause();
  setImmediate(() => socket?.resume());
}

const tooMuch = () => new RangeError('The LDAP directory sends too much.');

class Messages {
  #chunks: Buffer[] = [];
  #size = 0;
  /** Bytes without which the next message is not complete. */
  #needed = 1;
  /** What has come since a request was answered completely. */
  #ofRequest = { bytes: 0, messages: 0, parts: 0 };

  /** @returns the messages that are complete now @throws RangeError for too much */
  *push(data: Buffer): Generator<Buffer> {
    this.#chunks.push(data);
    this.#size += data.length;
    this.#ofRequest.bytes += data.length;
    if (this.#ofRequest.bytes > most.request.bytes) throw tooMuch();
    if (this.#size < this.#needed) return;
    let rest = Buffer.concat(this.#chunks);
    for (;;) {
      const length = measureMessage(rest);
      this.#needed = length ?? rest.length + 1;
      if (length === undefined || rest.length < length) break;
      const message = rest.subarray(0, length);
      this.#ofRequest.parts += countParts(message, most.request.parts - this.#ofRequest.parts);
      if (!unfinished.has(getOperation(message))) this.#ofRequest = { bytes: 0, messages: 0, parts: 0 };
      else if (++this.#ofRequest.messages > most.request.messages) throw tooMuch();
      yield message;
      rest = rest.subarray(length);
    }
    this.#chunks = rest.length > 0 ? [rest] : [];
    this.#size = rest.length;
  }
}

/** @returns its length with its header; `undefined` while that has not arrived @throws RangeError */
function measureMessage(bytes: Buffer): number | undefined {
  const [tag, first] = bytes;
  if (tag === undefined || first === undefined) return undefined;
  if (tag !== sequence) throw new RangeError('The LDAP directory sends what is no message.');
  if (first < 0x80) return 2 + first;
  const count = first - 0x80;
  if (count === 0 || 2 + count > longestHeader) throw new RangeError('An LDAP message has no usable length.');
  if (bytes.length < 2 + count) return undefined;
  const length = 2 + count + bytes.readUIntBE(2, count);
  if (length > most.message) throw new RangeError('An LDAP message is too long.');
  return length;
}

/** The tag after the header and the ID of the message. */
function getOperation(message: Buffer): number | undefined {
  const first = message[1] ?? 0;
  const id = first < 0x80 ? 2 : 2 + (first - 0x80);
  return message[id + 2 + (message[id + 1] ?? 0)];
}

const isConstructed = 0x20;

/**
 * @returns the number of values and sequences
 * @throws RangeError where there are more than allowed, or a length is none
 */
function countParts(message: Buffer, allowed: number): number {
  let parts = 0;
  for (let at = 0; at < message.length; parts++) {
    if (parts >= allowed) throw tooMuch();
    const [tag = 0, first = 0] = [message[at], message[at + 1]];
    const count = first < 0x80 ? 0 : first - 0x80;
    if (first === 0x80 || count > 4 || at + 2 + count > message.length)
      throw new RangeError('A part of an LDAP message has no usable length.');
    const length = count === 0 ? first : message.readUIntBE(at + 2, count);
    at += 2 + count + ((tag & isConstructed) === 0 ? length : 0);
  }
  return parts;
}
