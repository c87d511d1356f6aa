/** docs/api.md lists the settings that are stored and sent to clients without anything here acting on them. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { channelPermissions } from '../../wire/channels.ts';
import { organizationSettings } from '../../wire/organization.ts';
import { organizationPermissions } from '../../wire/permissions.ts';
import { userSettingFields } from '../../wire/settings.ts';
import { routes } from '../../server/src/app/features.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** What stores, validates, shows or translates all settings alike acts on none of them. */
const handlesAllAlike =
  /\.test\.|src\/text\/|\/view\/settings\/(?!preferences)|store\/examples|transfer\/(?:import|foreign-export)\/|features\/settings\/|features\/organization\/(?:checks|consequences|lasting-settings|serialize|state|update)/;

function sources(folder: string): string[] {
  return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .map((name) => join(root, folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !handlesAllAlike.test(path));
}

const settings = [
  ...Object.keys(organizationSettings),
  ...organizationPermissions,
  ...Object.keys(userSettingFields),
  ...channelPermissions,
  // Its effect is on a page beside the API, which lists organizations or does not.
].filter((name) => name !== 'want_advertise_in_communities_directory');

/** Names that occur where something is done, with the prefix of the API or without. */
function settingsActedOn(): Set<string> {
  const words = new Set<string>();
  for (const path of [...sources('server/src'), ...sources('web/src')])
    for (const [word] of readFileSync(path, 'utf8').matchAll(/\w+/g)) words.add(word.replace(/^realm_/, ''));
  return words;
}

function sectionWithoutEffect(): string {
  const text = readFileSync(join(root, 'docs/api.md'), 'utf8');
  return /## Settings without effect\n([\s\S]*?)(?=\n## |$)/.exec(text)?.[1] ?? '';
}

function documentedAsWithoutEffect(): Set<string> {
  const section = sectionWithoutEffect();
  const names = new Set<string>();
  for (const [, cell = ''] of section.matchAll(/^\| (.+?) \|/gm))
    for (const [, name = ''] of cell.matchAll(/`(\w+)`/g)) names.add(name);
  return names;
}

test('Every setting without effect is listed in docs/api.md, and no other', () => {
  const actedOn = settingsActedOn();
  const withoutEffect = settings.filter((name) => !actedOn.has(name));
  assert.deepEqual([...documentedAsWithoutEffect()].sort(), [...new Set(withoutEffect)].sort());
});

test('Every setting without effect is documented as planned or unsupported', () => {
  const rows = sectionWithoutEffect()
    .split('\n')
    .filter((line) => line.startsWith('| `'));
  assert.ok(rows.length > 10);
  for (const row of rows) assert.match(row, /\| (?:takes effect|unsupported: .+) \|$/);
});

// docs/api.md lists every operation of the API.

function documented(): string[] {
  const page = readFileSync(new URL('../../docs/api.md', import.meta.url), 'utf8');
  const [, table = ''] = page.split('## All operations');
  return [...table.matchAll(/^\| `([^`]+)` \| ([A-Z, ]+) \|/gm)].flatMap(([, path = '', methods = '']) =>
    methods.split(', ').map((method) => `${method} ${path}`),
  );
}

test('docs/api.md lists every operation of the API and none that is not there', () => {
  const served = routes
    .filter(({ path }) => !path.startsWith('/heddle/'))
    .map(({ method, path }) => `${method} ${path.replaceAll(/:(\w+)\*?/g, '{$1}')}`);
  assert.deepEqual(documented().sort(), served.sort());
});
