/** Exports a folder of Markdown with a file for each topic, to be read and searched without a server. */
import type { Channel } from '../../core/organization/index.ts';
import type { ExportContext } from './authors.ts';
import type { Output } from './folder.ts';
import { inertFileName, safeName } from './names.ts';
import { loadDirects, messagesIn, loadTopics, type Conversation, type ExportedFile } from './reader.ts';
import { channelsWithin } from './scope.ts';

export const writeMarkdown = (context: ExportContext): Promise<void> => new MarkdownWriter(context).write();

class MarkdownWriter {
  readonly #context: ExportContext;

  constructor(context: ExportContext) {
    this.#context = context;
  }

  async write(): Promise<void> {
    const { cache, scope, folder, counts } = this.#context;
    const index = await folder.open('README.md');
    await index.write(`# ${plain(cache.organization.name)}\n`);
    for (const channel of channelsWithin(cache, scope)) {
      counts.channels++;
      await this.#channel(channel, index);
    }
    if (scope.directMessages) await this.#directs(index);
    await index.end();
  }

  async #channel(channel: Channel, index: Output): Promise<void> {
    const { app, folder } = this.#context;
    const base = `${safeName(channel.name, 'channel')} ${channel.id}`;
    const notes = [channel.isPrivate && 'private', channel.isArchived && 'archived'].filter(Boolean);
    const head = `${plain(channel.name)}${notes.length > 0 ? ` (${notes.join(', ')})` : ''}`;
    await index.write(`\n## ${head}\n\n${plain(channel.description)}\n\n`);
    for (const [i, { key, name }] of (await loadTopics(app.db.read, channel.id)).entries()) {
      const file = `${base}/${safeName(name, 'general chat')} ${i + 1}.md`;
      const output = await folder.open(file);
      await output.write(`# ${plain(channel.name)} > ${plain(name || 'general chat')}\n`);
      const count = await this.#conversation({ channelId: channel.id }, key, output);
      await output.end();
      await index.write(`- [${plain(name || 'general chat')}](${encodeURI(file)}), ${count}\n`);
    }
  }

  async #directs(index: Output): Promise<void> {
    const { app, cache, folder, counts } = this.#context;
    await index.write('\n## Direct messages\n\n');
    for await (const { id, members } of loadDirects(app.db.read, cache.orgId)) {
      counts.conversations++;
      const names = members.map((one) => cache.users.get(one)?.fullName ?? String(one)).join(', ');
      const file = `direct/${safeName(names, 'direct')} ${id}.md`;
      const output = await folder.open(file);
      await output.write(`# ${plain(names)}\n`);
      const count = await this.#conversation({ directId: id }, undefined, output);
      await output.end();
      await index.write(`- [${plain(names)}](${encodeURI(file)}), ${count}\n`);
    }
  }

  /** @returns the number of messages. */
  async #conversation(place: Conversation, key: string | undefined, output: Output): Promise<number> {
    const { app, cache, counts } = this.#context;
    let count = 0;
    for await (const message of messagesIn(app.db.read, cache.orgId, place, key)) {
      count++;
      const name = cache.users.get(message.senderId)?.fullName ?? String(message.senderId);
      const time = new Date(message.sentAt).toISOString().replace('T', ' ').slice(0, 16);
      const edited = message.editedAt === null ? '' : ' (edited)';
      const pinned = message.pin ? ' (pinned)' : '';
      if (message.pin) counts.pins++;
      await output.write(`\n**${plain(name)}** ${time} UTC${edited}${pinned}\n\n`);
      await output.write(`${await this.#text(message.content, message.files)}\n`);
      const reactions = Map.groupBy(message.reactions, (one) => one.name);
      if (reactions.size > 0)
        await output.write(
          `\n${[...reactions].map(([one, some]) => `:${one}: ${some.length}`).join('  ')}\n`,
        );
    }
    counts.messages += count;
    return count;
  }

  /** Points links at the files in the folder instead of those on the server. */
  async #text(content: string, files: readonly ExportedFile[]): Promise<string> {
    let text = harmless(content.replace(/@(_?)\*\*([^*|\n]+)\|\d+\*\*/g, '@$1**$2**'));
    for (const file of files) {
      const name = `files/${file.id}/${inertFileName(file.name)}`;
      if (!(await this.#context.folder.copy(file, name))) continue;
      const target = encodeURI(`../${name}`).replaceAll('(', '%28').replaceAll(')', '%29');
      for (const path of new Set([file.path, encodeURI(file.path)]))
        text = text.replaceAll(`(/user_uploads/${path})`, `(${target})`);
    }
    return text;
  }
}

/** One line without markup. */
const plain = (text: string): string => text.replace(/\s+/g, ' ').replace(/[\\`*_[\]<>#]/g, '\\$&');

/** Keeps other renderers of Markdown from taking for HTML or scripts what is text in ours, which has neither. */

/** Whatever the message opens it closes, so that the next one begins as text. */
function harmless(content: string): string {
  const written: string[] = [];
  let text: string[] = [];
  let fence = '';
  const flush = () => {
    if (text.length > 0) written.push(harmlessText(text.join('\n')));
    text = [];
  };
  for (const line of content.split('\n')) {
    if (fence !== '') {
      written.push(line);
      if (closesFence(fence, line)) fence = '';
      continue;
    }
    // Only at the start of a line: a list or quotation that a fence is in ends it.
    fence = /^(?:`{3,}(?=[^`]*$)|~{3,})/.exec(line)?.[0] ?? '';
    if (fence === '') text.push(line);
    else {
      flush();
      written.push(line);
    }
  }
  flush();
  if (fence !== '') written.push(fence);
  return written.join('\n');
}

/** As in CommonMark, where our own renderer is stricter. */
const closesFence = (fence: string, line: string): boolean => {
  const [, found = ''] = /^ {0,3}(`{3,}|~{3,})[ \t]*$/.exec(line) ?? [];
  return found.startsWith(fence);
};

const inlineCode = /(`[^`\n]+`)/;

function harmlessText(text: string): string {
  if (!isCodeCertain(text)) return withoutMarkup(text);
  return text
    .split(inlineCode)
    .map((part, i) => (i % 2 === 1 ? part : withoutMarkup(part)))
    .join('');
}

/** Whether every renderer sees code in the same places: backticks can be escaped, or be in addresses or between cells. */
function isCodeCertain(text: string): boolean {
  const rest = text.replace(/\]\([^\s()<>`"'\\]*\)/g, '');
  return (
    !/``|\\`|`[^`\n]*\|[^`\n]*`|\]:/.test(rest) &&
    !rest.slice(rest.search(/\]\(|$/)).includes('`') &&
    !rest.split(/[\s<]/).some((run) => run.slice(run.search(/:\/\/|www\.|@|$/)).includes('`')) &&
    rest.split('\n').every((line) => line.split('`').length % 2 === 1)
  );
}

const unsafe = String.raw`(?:javascript|vbscript|data):|[^\s/?#()<>]*[&\\]`;
const unsafeLink = new RegExp(String.raw`\]\(\s*<?(?=${unsafe})`, 'gi');
const unsafeDefinition = new RegExp(String.raw`\](?=:\s*<?(?:${unsafe}))`, 'gi');

const withoutMarkup = (text: string): string =>
  text
    .replace(/<(?=[a-z/!?])(?!(?:https?|mailto|time):[^\s<>`]*>)/gi, '\\<')
    .replace(unsafeLink, (start) => `${start}unsafe:`)
    .replace(unsafeDefinition, '\\]');
