/** Reads an e-mail of our own back, as far as we write any: one part of plain text. */

export interface ReadEmail {
  to: string;
  from: string;
  subject: string;
  /** As it was sent: the date of the header. */
  date: string;
  text: string;
}

export function parseEmail(message: string): ReadEmail {
  const end = message.indexOf('\r\n\r\n');
  const head = end < 0 ? message : message.slice(0, end);
  const body = end < 0 ? '' : message.slice(end + 4);
  const header = readHeaders(head);
  return {
    to: decodeWords(header('to')),
    from: decodeWords(header('from')),
    subject: decodeWords(header('subject')),
    date: header('date'),
    text: decodeBody(body, header('content-transfer-encoding').toLowerCase())
      .replaceAll('\r\n', '\n')
      .trimEnd(),
  };
}

function readHeaders(head: string): (name: string) => string {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return (name) => headers.get(name) ?? '';
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return decodeQuoted(body.replace(/[ \t]*=\r\n/g, ''));
  return body;
}

/** Bytes written as =C3=A9. */
function decodeQuoted(text: string): string {
  return text.replace(/(?:=[0-9A-F]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  );
}

/** Words in headers that are not ASCII: =?UTF-8?Q?Cl=C3=A9o?=, and with B for base64. */
function decodeWords(value: string): string {
  const word = /=\?UTF-8\?([QB])\?([^?]*)\?=/gi;
  return value
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(word, (_, kind: string, text: string) =>
      kind.toUpperCase() === 'B'
        ? Buffer.from(text, 'base64').toString('utf8')
        : decodeQuoted(text.replaceAll('_', ' ')),
    );
}
