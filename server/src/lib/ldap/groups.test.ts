import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Entry, SearchOptions } from 'ldapts';
import { listMembers, findByAttribute, withParents } from './groups.ts';

const dn = 'cn=weavers,dc=example,dc=com';
const settings = { groupBase: 'dc=example,dc=com', groups: new Map([['weavers', 'loom']]), roles: new Map() };

/** As Active Directory responds, with fewer members in a part. @param parts By the requested attribute. */
const directory = (parts: Record<string, Entry>) => ({
  search: (_base: string, { attributes = [] }: SearchOptions = {}) => {
    const found = parts[attributes.length === 1 ? String(attributes[0]) : ''];
    return Promise.resolve({ searchEntries: found ? [found] : [], searchReferences: [] });
  },
});

const parts = {
  '': { dn, member: [], 'member;range=0-1': ['CN=Ada', 'cn=ben'] },
  'member;range=2-*': { dn, 'member;range=2-3': ['cn=cleo', 'cn=dan'] },
  'member;range=4-*': { dn, 'member;range=4-*': 'cn=eve' },
};

test('All members of a group are read that the directory returns in parts', async () => {
  const members = await listMembers(settings, directory(parts));
  const names = ['cn=ada', 'cn=ben', 'cn=cleo', 'cn=dan', 'cn=eve'];
  assert.deepEqual(members, new Map(names.map((name) => [name, [dn]])));
});

test('A group of which the directory does not return all members is not read as a smaller one', async () => {
  const { 'member;range=4-*': _last, ...others } = parts;
  await assert.rejects(listMembers(settings, directory(others)), /all members/);
});

test('Groups in groups are found in any depth, by what each says of itself, and circles end', async () => {
  const parents: Record<string, string[]> = {
    'cn=a': ['CN=B'],
    'cn=b': ['cn=c', 'cn=gone'],
    'cn=c': ['cn=A'],
  };
  const searched: string[] = [];
  const client = {
    search: (base: string) => {
      searched.push(base);
      const groups = parents[base.toLowerCase()];
      if (!groups) return Promise.reject(Object.assign(new Error(), { name: 'NoSuchObjectError' }));
      return Promise.resolve({ searchEntries: [{ dn: base, memberOf: groups }], searchReferences: [] });
    },
  };
  const findParents = findByAttribute(client, 'memberOf');
  const expected = ['cn=a', 'CN=B', 'cn=c', 'cn=gone'];
  assert.deepEqual(await withParents(['cn=a'], findParents), expected);
  assert.deepEqual(await withParents(['cn=a'], findParents), expected);
  assert.deepEqual(searched, expected, 'each is read once');
});

test('A group that cannot be read because the directory fails is not read as one without parents', async () => {
  const client = { search: () => Promise.reject(new Error('Connection closed')) };
  await assert.rejects(withParents(['cn=a'], findByAttribute(client, 'memberOf')), /closed/);
});
