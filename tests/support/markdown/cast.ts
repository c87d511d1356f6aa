/** The people and channels that the tests of this folder talk about, and how a table of cases is run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage } from '../../../server/src/lib/markdown/render.ts';
import type {
  Linkifier,
  MentionSource,
  NamedUser,
  PreviewSource,
  RenderOptions,
} from '../../../server/src/lib/markdown/types.ts';

const users: NamedUser[] = [
  { id: 12, fullName: 'Ada Quill' },
  { id: 13, fullName: 'Bruno <B> & Co' },
  { id: 14, fullName: '王小明' },
  { id: 15, fullName: 'Gone Away', silent: true },
  { id: 16, fullName: 'Twin' },
  { id: 17, fullName: 'Twin' },
];

const groups = [
  { id: 5, name: 'weavers' },
  { id: 6, name: 'closed', silent: true },
];

const channels = [
  { id: 3, name: 'loom' },
  { id: 4, name: 'yarn & (wool) 100%.' },
  { id: 7, name: '布' },
];

export const names: MentionSource = {
  userByName(name) {
    const found = users.filter((user) => user.fullName.toLowerCase() === name.toLowerCase());
    return found.length > 1 ? 'ambiguous' : found[0];
  },
  userById: (id) => users.find((user) => user.id === id),
  groupByName: (name) => groups.find((group) => group.name === name.toLowerCase()),
  channelByName: (name) => channels.find((channel) => channel.name === name),
  channelById: (id) => channels.find((channel) => channel.id === id),
};

export const organizationUrl = 'https://chat.example.org';

const options: RenderOptions = {
  organizationUrl,
  customEmoji: (name) => (name === 'shuttle' ? '/user_avatars/1/emoji/images/9.png' : undefined),
};

export function render(source: string, more: RenderOptions = {}) {
  return renderMessage(source, names, { ...options, ...more });
}

/** Files whose names say what they are; `slow` ones have no thumbnail yet. */
export const previews: PreviewSource = {
  uploaded(path) {
    if (path.startsWith('9/')) return undefined;
    const contentType = getType(path);
    if (!contentType.startsWith('image/')) return { contentType };
    const thumbnail = `/user_uploads/thumbnail/${path}/840x560.webp`;
    return {
      contentType,
      width: 300,
      height: 200,
      thumbnail: path.includes('slow') ? undefined : thumbnail,
      animated: contentType === 'image/gif',
      transcoded: contentType === 'image/heic' ? '300x200.webp' : undefined,
    };
  },
  linked: (url, kind) => (url.includes('/private/') ? undefined : `/external_content/${kind}`),
};

const types: Record<string, string> = {
  png: 'image/png',
  gif: 'image/gif',
  heic: 'image/heic',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  avi: 'video/x-msvideo',
  mp3: 'audio/mpeg',
  wav: 'audio/x-wav',
  mid: 'audio/midi',
};

function getType(path: string): string {
  return types[path.slice(path.lastIndexOf('.') + 1)] ?? 'application/octet-stream';
}

export const linkifiers: Linkifier[] = [
  { id: 1, pattern: '#(?P<id>[0-9]+)', urlTemplate: 'https://bugs.example.com/{id}' },
  {
    id: 2,
    pattern: '(?P<org>[a-z]+)/(?P<repo>[a-z-]+)#(?P<id>[0-9]+)',
    urlTemplate: 'https://git.example.com/{org}/{repo}/{id}',
  },
  { id: 3, pattern: '(?P<key>[A-Z]{2,6}-[0-9]+)', urlTemplate: 'https://desk.example.com/{?key}' },
  { id: 4, pattern: '(?i)ticket (?P<n>\\d+)', urlTemplate: 'https://chat.example.org/#tickets/{n}' },
  { id: 5, pattern: 'bad (?P<what>.+)', urlTemplate: 'javascript:{what}' },
  { id: 6, pattern: '(broken', urlTemplate: 'https://x.example.com/' },
];

/** What someone types, and all the HTML that comes of it. */
export type Case = readonly [source: string, html: string];

export function cases(rule: string, table: readonly Case[], more: RenderOptions = {}): void {
  for (const [source, html] of table) {
    test(`${rule}: ${JSON.stringify(source)}`, () => {
      const rendered = render(source, more);
      assert.equal(rendered.html, html);
      assert.equal(rendered.degraded, false);
    });
  }
}
