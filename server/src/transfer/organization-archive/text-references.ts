/** References inside message content and rendered HTML: mentions, links to conversations, addresses of files. */
import type { Cell } from '../../lib/archive/rows.ts';
import type { TableName } from './decision.ts';
import type { ImportContext } from './import-context.ts';

const mentionOfUser = /(@_?\*\*[^*\n|]{0,150}\|)(\d{1,15})(\*\*)/g;
const linkToMessage = /(#\*\*[^*>\n]{1,150}>[^*\n]{0,200}?@)(\d{1,15})(\*\*)/g;
const attribute = /( data-(user-id|user-group-id|stream-id)=")(\d{1,15})(")/g;
/** With or without the organization's URL before it. */
const address =
  /(https?:\/\/[^\s/"'<>()[\]]+)?(\/?#narrow\/[^\s"'<>()[\]]+|\/(?:user_uploads\/(?:thumbnail\/|download\/)?|user_avatars\/)\d{1,15}\/)/g;
const proxied = /\/external_content\/[0-9a-f]+\/([0-9a-f]+)/g;

const attributeTables: Readonly<Record<string, TableName>> = {
  'user-id': 'person',
  'user-group-id': 'user_group',
  'stream-id': 'channel',
};

export function mapText(text: Cell, context: ImportContext): Cell {
  if (typeof text !== 'string') return text;
  const { ids } = context;
  const mapId = (table: TableName) => (_: string, before: string, id: string, after: string) =>
    `${before}${ids.find(table, Number(id)) ?? id}${after}`;
  return text
    .replace(mentionOfUser, mapId('person'))
    .replace(linkToMessage, mapId('message'))
    .replace(address, (link: string, host: string | undefined, path: string) =>
      mapAddress(context, link, host, path),
    );
}

export function mapHtml(html: Cell, context: ImportContext): Cell {
  const mapped = mapText(html, context);
  if (typeof mapped !== 'string') return mapped;
  return mapped
    .replace(attribute, (whole: string, before: string, name: string, id: string, after: string) => {
      const table = attributeTables[name];
      const found = table && context.ids.find(table, Number(id));
      return found === undefined ? whole : `${before}${found}${after}`;
    })
    .replace(
      proxied,
      (link: string, hex: string) => context.mediaUrl(Buffer.from(hex, 'hex').toString('utf8')) ?? link,
    );
}

/** Addresses on other servers are kept. */
function mapAddress(
  { ids, urls }: ImportContext,
  link: string,
  host: string | undefined,
  path: string,
): string {
  if (host !== undefined && host !== urls.from) return link;
  const beginning = host === undefined ? '' : (urls.to ?? host);
  if (path.includes('#narrow/')) return `${beginning}${mapNarrow(path, { ids })}`;
  const [, folder = '', org] = /^(.*\/)(\d+)\/$/.exec(path) ?? [];
  return `${beginning}${folder}${ids.find('organization', Number(org)) ?? String(org)}/`;
}

/** By operator, in all its spellings: of which table the IDs in its operand are; null for operands without IDs. */
export const operandTables: Readonly<Record<string, TableName | null>> = {
  channel: 'channel',
  stream: 'channel',
  near: 'message',
  with: 'message',
  id: 'message',
  dm: 'person',
  'dm-with': 'person',
  'pm-with': 'person',
  pm_with: 'person',
  'dm-including': 'person',
  'group-pm-with': 'person',
  group_pm_with: 'person',
  sender: 'person',
  from: 'person',
  mentions: 'person',
  channels: null,
  streams: null,
  topic: null,
  subject: null,
  is: null,
  in: null,
  has: null,
  before: null,
  after: null,
  date: null,
  on: null,
  search: null,
};

/** `#narrow/channel/3-name/topic/foo/near/12`, with or without the `#`. */
export function mapNarrow(path: string, { ids }: Pick<ImportContext, 'ids'>): string {
  const [start, rest] = splitAfter(path, 'narrow/');
  const parts = rest.split('/');
  for (let i = 0; i + 1 < parts.length; i += 2) {
    const table = operandTables[(parts[i] ?? '').replace(/^-/, '')];
    if (table) parts[i + 1] = mapOperand(parts[i + 1] ?? '', (id) => ids.find(table, id) ?? id);
  }
  return start + parts.join('/');
}

function splitAfter(text: string, mark: string): [string, string] {
  const at = text.indexOf(mark) + mark.length;
  return [text.slice(0, at), text.slice(at)];
}

/** `12`, `12-name` or `3,4-dm`. */
const mapOperand = (operand: string, map: (id: number) => number): string =>
  operand.replace(/^\d{1,15}(?:(?:,|%2C|\.2C)\d{1,15})*(?=$|[-?.,;:!*])/, (list) =>
    list
      .split(/(,|%2C|\.2C)/)
      .map((part) => (/^\d+$/.test(part) ? String(map(Number(part))) : part))
      .join(''),
  );
