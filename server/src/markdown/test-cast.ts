/** The people and channels that the tests of this folder talk about, and how a table of cases is run. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renderMessage, type MentionSource, type NamedUser, type RenderOptions } from './render.ts';

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

export function render(source: string) {
  return renderMessage(source, names, options);
}

/** What somebody types, and all the HTML that comes of it. */
export type Case = readonly [source: string, html: string];

export function cases(rule: string, table: readonly Case[]): void {
  for (const [source, html] of table) {
    test(`${rule}: ${JSON.stringify(source)}`, () => {
      const rendered = render(source);
      assert.equal(rendered.html, html);
      assert.equal(rendered.degraded, false);
    });
  }
}
