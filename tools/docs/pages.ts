/** The parts of docs/ that are made from the program: the tables of its settings and of its commands. */
import { omissions } from '../../server/src/features/incoming-webhooks/integration.ts';
import { integrations } from '../../server/src/features/incoming-webhooks/integrations.ts';
import type { Command } from 'commander';
import { makeProgram } from '../../server/src/app/cli/program.ts';
import {
  type ConfigKey,
  fileKey,
  getSetting,
  settingGroups,
} from '../../server/src/lib/config/config-schema.ts';
import { keysIn } from '../../server/src/lib/objects.ts';
import { creationLimits } from '../../wire/creation-limits.ts';

type Group = keyof typeof settingGroups;

/** The heading of each group, and where its subject is explained. */
const headings: Record<Group, [heading: string, note: string]> = {
  server: [
    'Server and database',
    '[Links and host names](#links-and-host-names), [deploy.md](deploy.md), [PostgreSQL](deploy.md#postgresql)',
  ],
  tls: ['TLS', '[deploy.md](deploy.md#without-a-proxy)'],
  mail: ['Email', '[mail.md](mail.md)'],
  people: [
    'Sign-in, invitations, organizations',
    '[public.md](public.md) for web-public channels, [bots.md](bots.md) for embedded bots',
  ],
  ldap: ['LDAP', '[sign-in.md](sign-in.md#ldap)'],
  files: ['Uploaded files', '[the data folder](deploy.md#the-data-folder)'],
  backups: ['Scheduled backups', '[backup.md](backup.md#scheduled-backups)'],
  monitoring: ['Monitoring', '[monitoring.md](monitoring.md)'],
  nodes: ['Several nodes', '[scale.md](scale.md)'],
  push: ['Push notifications to apps', '[push.md](push.md#apps-from-the-stores)'],
  calls: ['Calls', '[calls.md](calls.md)'],
  gifs: ['GIF search', '[api.md](api.md#gif-search)'],
  summaries: ['Topic summaries and transcripts', '[summaries.md](summaries.md)'],
};

const cell = (text: string): string => text.replaceAll(/[|<]/g, '\\$&');

function describe(key: ConfigKey): string {
  const { description, expects, isSecret, isOutsideFile, default: byDefault } = getSetting(key);
  const name = `\`${fileKey(key)}\`${isSecret ? ' (secret)' : ''}${isOutsideFile ? ' (not in the file)' : ''}`;
  const value = byDefault === undefined ? '' : `\`${byDefault}\``;
  return `| ${name} | ${cell(value)} | ${cell(description)} | ${cell(expects)} |`;
}

/** A table for each group of settings. */
export const settingTables = (): string =>
  keysIn(settingGroups)
    .map((group) => {
      const [heading, note] = headings[group];
      const rows = keysIn(settingGroups[group]).map((key) => describe(key));
      const table = ['| setting | default | what it does | value |', '|---|---|---|---|', ...rows];
      return [`### ${heading}`, `See ${note}.`, table.join('\n')].join('\n\n');
    })
    .join('\n\n');

const listCommands = (parent: Command, above: string): [path: string, description: string][] =>
  parent.commands.flatMap((one) => {
    const path = `${above} ${one.name()}`;
    return one.commands.length > 0
      ? listCommands(one, path)
      : [[path, one.description().split('\n')[0] ?? '']];
  });

/** A row for each command, as its help describes it. */
export const commandTable = (): string =>
  [
    '| command | what it does |',
    '|---|---|',
    ...listCommands(makeProgram(), 'heddle').map(([path, text]) => `| \`${path}\` | ${cell(text)} |`),
  ].join('\n');

/** A row for each limit on what people may make. */
export const limitTable = (): string =>
  [
    '| what | most |',
    '|---|---|',
    ...Object.values(creationLimits).map(({ what, most }) => `| ${what} | ${most.toLocaleString('en')} |`),
  ].join('\n');

/** What each integration has messages of its own for; anything else that it is sent is posted as it is. */
export function eventTable(): string {
  const rows = integrations.flatMap(({ name, events, shaped = events }) =>
    shaped === undefined ? [] : [`| \`${name}\` | ${shaped.map((event) => `\`${event}\``).join(', ')} |`],
  );
  const omitted = Object.values(omissions).map((why) => `- ${why}`);
  return [
    ['| name | events with messages of their own |', '|---|---|', ...rows].join('\n'),
    'The integrations that are not in the table make one kind of message of everything. No message is sent if',
    omitted.join('\n'),
  ].join('\n\n');
}

/** @returns the page with this text between the marks of its part */
export function withPart(page: string, part: string, text: string): string {
  const start = `<!-- ${part}: written by npm run docs -->`;
  const end = `<!-- end of ${part} -->`;
  const from = page.indexOf(start);
  const to = page.indexOf(end);
  if (from < 0 || to < from) throw new Error(`the page has no place for ${part}: ${start} … ${end}`);
  return `${page.slice(0, from)}${start}\n\n${text}\n\n${page.slice(to)}`;
}
