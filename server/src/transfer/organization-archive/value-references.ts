/** References inside JSON and other values of single columns. */
import { organizationSettings as settingsOnWire } from '../../../../wire/organization.ts';
import { organizationPermissions } from '../../../../wire/permissions.ts';
import { profileFieldType } from '../../../../wire/profile-fields.ts';
import { ArchiveError } from '../../lib/archive/reader.ts';
import type { Cell } from '../../lib/archive/rows.ts';
import type { Schema } from '../../db/schema.ts';
import type { PictureKind } from '../../features/pictures/index.ts';
import type { ColumnDecision, TableName } from './decision.ts';
import { mapHtml, mapNarrow, mapText } from './text-references.ts';
import type { IdMap, ImportContext, ImportedRow } from './import-context.ts';
import { parseStored } from '../../lib/json.ts';
import { fieldsIn, isIn, listIn } from '../../lib/objects.ts';

type Fields = Record<string, unknown>;

const parse = <T>(text: Cell): T => parseStored<T>(String(text));

export const inJson = (
  map: (value: never, context: ImportContext, row: ImportedRow) => unknown,
): ColumnDecision => ({
  map: (text, context, row) => (text === null ? null : JSON.stringify(map(parse<never>(text), context, row))),
});

const found = (ids: IdMap, table: TableName, list: readonly unknown[]): number[] =>
  list.flatMap((id) => ids.find(table, id) ?? []);

export const text: ColumnDecision = { map: mapText };
export const html: ColumnDecision = { map: mapHtml };
export const idList = (table: TableName): ColumnDecision =>
  inJson((list: unknown[], { ids }) => found(ids, table, list));

/** The value of a permission: a group, or people and groups by name. */
export function mapGroupSetting(value: unknown, ids: IdMap): unknown {
  if (typeof value === 'number') return ids.find('user_group', value) ?? value;
  const { direct_members: members, direct_subgroups: groups } = fieldsIn(value);
  return {
    direct_members: found(ids, 'person', listIn(members)),
    direct_subgroups: found(ids, 'user_group', listIn(groups)),
  };
}

const mapValues = (fields: Fields, map: (value: unknown, name: string) => unknown): Fields =>
  Object.fromEntries(Object.entries(fields).map(([name, value]) => [name, map(value, name)]));

export const permissions = inJson((fields: Fields, { ids }) =>
  mapValues(fields, (value) => mapGroupSetting(value, ids)),
);
export const groupSetting = inJson((value: unknown, { ids }) => mapGroupSetting(value, ids));

/** Settings of the organization that refer to a channel; -1 is none. */
export const channelSettings = Object.keys(settingsOnWire).filter((name) =>
  /_(?:channel|stream)_id$/.test(name),
);

export const organizationSettings: ColumnDecision = {
  ...inJson((fields: Fields, context: ImportContext) =>
    mapValues(fields, (value, name) => {
      if (channelSettings.includes(name)) return context.ids.find('channel', value) ?? -1;
      if (isIn<string>(organizationPermissions, name)) return mapGroupSetting(value, context.ids);
      return name === 'description' && typeof value === 'string' ? mapText(value, context) : value;
    }),
  ),
  limit: (value, { channels }) =>
    JSON.stringify(
      mapValues(parse<Fields>(value), (setting, name) =>
        channelSettings.includes(name) && !channels.has(Number(setting)) ? -1 : setting,
      ),
    ),
};

export const channelList: ColumnDecision = {
  ...idList('channel'),
  limit: (value, { channels }) => JSON.stringify(parse<number[]>(value).filter((id) => channels.has(id))),
};

interface HistoryItem {
  user_id: number | null;
  prev_stream?: number;
  stream?: number;
  prev_content?: string;
  prev_rendered_content?: string;
}

function mapHistoryItem(item: HistoryItem, context: ImportContext): Fields {
  const { ids } = context;
  const mapped: Fields = { ...item, user_id: ids.find('person', item.user_id) ?? null };
  for (const name of ['prev_stream', 'stream'] as const)
    if (item[name] !== undefined) mapped[name] = ids.find('channel', item[name]) ?? item[name];
  if (item.prev_content !== undefined) mapped.prev_content = mapText(item.prev_content, context);
  if (item.prev_rendered_content !== undefined)
    mapped.prev_rendered_content = mapHtml(item.prev_rendered_content, context);
  return mapped;
}

/** Newest first. An entry about a channel that the archive does not contain is dropped with all earlier ones. */
export const editHistory: ColumnDecision = {
  ...inJson((items: HistoryItem[], context) => items.map((item) => mapHistoryItem(item, context))),
  limit: (value, { channels }) => {
    if (value === null) return null;
    const items = parse<HistoryItem[]>(value);
    const end = items.findIndex(({ prev_stream: id }) => id !== undefined && !channels.has(id));
    return JSON.stringify(end === -1 ? items : items.slice(0, end));
  },
};

/** Options of polls and tasks have keys with the ID of the person who added them: `12,1`. */
export const submessageContent = inJson((fields: Fields, { ids }) => {
  const [, id, rest] = /^(\d{1,15})(,.*)$/.exec(typeof fields.key === 'string' ? fields.key : '') ?? [];
  if (id === undefined) return fields;
  return { ...fields, key: `${ids.find('person', Number(id)) ?? id}${String(rest)}` };
});

/** The people of a direct conversation: `3,17,40`. */
export const memberKey: ColumnDecision = {
  map: (value, { ids }) =>
    String(value)
      .split(',')
      .map((id) => ids.get('person', Number(id)))
      .join(','),
};

export const draftRecipients = inJson((list: unknown[], { ids }, row) =>
  found(ids, row('type') === 'stream' || row('type') === 'channel' ? 'channel' : 'person', list),
);

/** The ID, for a custom emoji. */
export const emojiCode: ColumnDecision = {
  map: (code, { ids }, row) =>
    row('kind') === 'realm_emoji' ? String(ids.find('custom_emoji', Number(code)) ?? code) : code,
};

/** `profile_field.type`: records the fields for which `profileValue` contains IDs. */
export const profileType: ColumnDecision = {
  map(type, { personFields }, row) {
    if (type === profileFieldType.users) personFields.add(Number(row('id')));
    return type;
  },
};

export const profileValue: ColumnDecision = {
  map: (value, { ids, personFields }, row) =>
    personFields.has(Number(row('field_id')))
      ? JSON.stringify(found(ids, 'person', parse<unknown[]>(value)))
      : value,
};

export const navigationFragment: ColumnDecision = {
  map: (fragment, context) =>
    String(fragment).startsWith('narrow/') ? mapNarrow(String(fragment), context) : fragment,
};

/** @throws ArchiveError for a kind that this version does not know */
function tableIn(tables: Readonly<Record<string, TableName>>, kind: Cell): TableName {
  const table = Object.hasOwn(tables, String(kind)) ? tables[String(kind)] : undefined;
  if (table === undefined)
    throw new ArchiveError(`The archive is damaged: ${String(kind)} is no known kind.`);
  return table;
}

const permissionPlaces: Readonly<Record<Schema['resting_permission']['place'], TableName>> = {
  organization: 'organization',
  channel: 'channel',
  group: 'user_group',
};

export const permissionPlace: ColumnDecision = {
  map: (id, { ids }, row) => ids.get(tableIn(permissionPlaces, row('place')), id),
};

const pictureHolders: Readonly<Record<PictureKind, TableName>> = {
  avatar: 'person',
  emoji: 'custom_emoji',
  icon: 'organization',
  logo: 'organization',
  night_logo: 'organization',
};

export const pictureHolder: ColumnDecision = {
  map: (id, { ids }, row) => ids.get(tableIn(pictureHolders, row('kind')), id),
};

/** `2/ab/…`: begins with the organization's ID. @throws ArchiveError for a path of another organization. */
export const filePath: ColumnDecision = {
  map(path, { ids }) {
    const [, org, rest] = /^(\d{1,15})(\/.*)$/.exec(String(path)) ?? [];
    return `${String(ids.get('organization', Number(org)))}${String(rest)}`;
  },
};

/** `user12@hidden.invalid`, for an account with a hidden address. */
export const shownAddress: ColumnDecision = {
  map: (email, { ids }) =>
    String(email).replace(/^user(\d{1,15})@hidden\.invalid$/, (whole, id: string) =>
      whole.replace(id, String(ids.find('person', Number(id)) ?? id)),
    ),
};
