/** Parses our own emails: plain text, and the same as HTML. */

export interface ReadEmail {
  to: string;
  from: string;
  subject: string;
  /** The Date header. */
  date: string;
  text: string;
  html: string | undefined;
  /** Undefined for a missing header. */
  header: (name: string) => string | undefined;
}

export function parseEmail(message: string): ReadEmail {
  const { header, body } = getPart(message);
  const parts = leaves(message);
  const find = (type: string) => parts.find((part) => part.header('content-type').startsWith(type));
  const html = find('text/html');
  return {
    to: decodeWords(header('to')),
    from: decodeWords(header('from')),
    subject: decodeWords(header('subject')),
    date: header('date'),
    text: decodeText(find('text/plain') ?? { header, body }),
    html: html && decodeText(html),
    header: (name) => (header(name) === '' ? undefined : header(name)),
  };
}

interface Part {
  header: (name: string) => string;
  body: string;
}

function getPart(text: string): Part {
  const end = text.indexOf('\r\n\r\n');
  const header = readHeaders(end < 0 ? text : text.slice(0, end));
  return { header, body: end < 0 ? '' : text.slice(end + 4) };
}

/** The leaf parts in order. */
function leaves(text: string): Part[] {
  const part = getPart(text);
  const boundary = /^multipart\/.*boundary="?([^";]+)"?/i.exec(part.header('content-type'))?.[1];
  if (boundary === undefined) return [part];
  const [, ...parts] = `\r\n${part.body}`.split(`\r\n--${boundary}`);
  return parts.filter((one) => !one.startsWith('--')).flatMap((one) => leaves(one.replace(/^\r\n/, '')));
}

const decodeText = ({ header, body }: Part): string =>
  decodeBody(body, header('content-transfer-encoding').toLowerCase()).replaceAll('\r\n', '\n').trimEnd();

function readHeaders(head: string): (name: string) => string {
  const lines = head.replace(/\r\n[ \t]+/g, ' ').split('\r\n');
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':');
      return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()];
    }),
  );
  return (name) => headers.get(name.toLowerCase()) ?? '';
}

function decodeBody(body: string, encoding: string): string {
  if (encoding === 'base64') return Buffer.from(body, 'base64').toString('utf8');
  if (encoding === 'quoted-printable') return decodeQuoted(body.replace(/=[ \t]*\r\n/g, ''));
  return body;
}

/** Decodes quoted-printable. */
function decodeQuoted(text: string): string {
  return text.replace(/(?:=[0-9A-F]{2})+/gi, (bytes) =>
    Buffer.from(bytes.replaceAll('=', ''), 'hex').toString('utf8'),
  );
}

/** Decodes encoded words in headers: =?UTF-8?Q?Cl=C3=A9o?=, and with B for base64. */
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
