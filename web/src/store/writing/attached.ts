/**
 * Files at the end of a text, each a link in a line of its own, which the compose box shows as blocks beneath what is written.
 * The text stays whole wherever it is kept or sent.
 */
import { fileLabel, readLabel } from '../../../../wire/plain-text/literal.ts';

export type AttachedFile = { readonly name: string; readonly url: string; readonly link: string };

export type Parts = { readonly body: string; readonly files: readonly AttachedFile[] };

/** Audio files are embedded; images and videos are shown below a link to them. */
const sound = /\.(?:aac|flac|mp3|wav)$/i;

export const fileLink = (name: string, url: string): string =>
  `${sound.test(name) ? '!' : ''}[${fileLabel(name)}](${url})`;

const linkLine = /^(?<link>!?\[(?<label>[^[\]]+)\]\((?<url>\/user_uploads\/[^\s()]+)\)) *$/;

/** An empty line: a list, quotation or table would take in what follows at once. Texts of other clients may have none. */
const gap = '\n\n';

export function splitFiles(text: string): Parts {
  const lines = text.split('\n');
  const files: AttachedFile[] = [];
  for (let line = lines.at(-1); line !== undefined; line = lines.at(-1)) {
    const { link, label, url } = linkLine.exec(line)?.groups ?? {};
    if (link === undefined || label === undefined || url === undefined) break;
    files.unshift({ name: readLabel(label), url, link });
    lines.pop();
  }
  if (files.length === 0) return { body: text, files };
  if (lines.at(-1) === '') lines.pop();
  return { body: lines.join('\n'), files };
}

export const joinFiles = (body: string, files: readonly Pick<AttachedFile, 'link'>[]): string =>
  [body, files.map(({ link }) => link).join('\n')].filter((part) => part !== '').join(gap);

/** Several texts as one, with the files of all of them at its end. */
export function joinTexts(texts: readonly string[]): string {
  const parts = texts.map(splitFiles);
  const bodies = parts.map(({ body }) => body).filter((body) => body !== '');
  return joinFiles(
    bodies.join('\n\n'),
    parts.flatMap(({ files }) => files),
  );
}
