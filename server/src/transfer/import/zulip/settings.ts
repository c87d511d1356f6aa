/** Reads what the organization lets people do. */
import { listIn } from '../../../lib/objects.ts';
import type { SettingsRecord, SourceRecord } from '../records.ts';
import { channelSettings, organizationFields, type Valued } from './fields.ts';
import { accessOfFields, type ZulipGroups } from './holders.ts';
import { id, number, text, type Row, type Tables } from './tables.ts';

export async function* readSettings(rows: Tables, groups: ZulipGroups): AsyncGenerator<SourceRecord> {
  const domains: { domain: string; allowsSubdomains: boolean }[] = [];
  for await (const { row } of rows.read('zerver_realmdomain'))
    if (row && text(row.domain) !== '')
      domains.push({ domain: text(row.domain), allowsSubdomains: row.allow_subdomains === true });
  const tools = await readTools(rows);
  for await (const { row } of rows.read('zerver_realm')) {
    if (!row) continue;
    yield* accessOfFields('zerver_realm', row, organizationFields);
    yield* groups.accessOfHolders(row, organizationFields, 'organization');
    yield {
      kind: 'settings',
      values: convertValues(row),
      permissions: groups.permissions(row, organizationFields),
      name: text(row.name) || undefined,
      description: text(row.description),
      channels: Object.fromEntries(
        Object.entries(channelSettings).flatMap(([field, name]) =>
          id(row[field]) === '' ? [] : [[name, id(row[field])]],
        ),
      ),
      ...tools,
      domains,
    };
  }
}

async function readTools(rows: Tables): Promise<Pick<SettingsRecord, 'linkifiers' | 'playgrounds'>> {
  const linkifiers: SettingsRecord['linkifiers'][number][] = [];
  const playgrounds: SettingsRecord['playgrounds'][number][] = [];
  const filters: Row[] = [];
  for await (const { row } of rows.read('zerver_realmfilter')) if (row) filters.push(row);
  // The first that fits a text is its link.
  for (const row of filters.sort((a, b) => (number(a.order) || 0) - (number(b.order) || 0)))
    linkifiers.push(convertLinkifier(row));
  for await (const { row } of rows.read('zerver_realmplayground'))
    if (row)
      playgrounds.push({
        name: text(row.name),
        pygments_language: text(row.pygments_language),
        url_template: text(row.url_template) || `${text(row.url_prefix)}{code}`,
      });
  return { linkifiers, playgrounds };
}

const convertLinkifier = (row: Row): SettingsRecord['linkifiers'][number] => ({
  pattern: text(row.pattern),
  url_template: text(row.url_template) || text(row.url_format_string).replace(/%\((\w+)\)s/g, '{$1}'),
  example_input: text(row.example_input),
  reverse_template: text(row.reverse_template),
  alternative_url_templates: listIn(row.alternative_url_templates).map(text),
});

/** A value that is unknown here is kept as it is, unless another field says the same setting: the import chooses a narrow one. */
function convertValues(row: Row): SettingsRecord['values'] {
  const values: SettingsRecord['values'] = {};
  const unknown: SettingsRecord['values'] = {};
  for (const [field, fate] of Object.entries(organizationFields)) {
    const given = row[field];
    if (typeof fate === 'string' || !('setting' in fate) || given === undefined) continue;
    const { setting, wider, values: names }: Valued = fate;
    const value = names ? names[id(given) || String(given === true)] : given;
    const isUsable = typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';
    if (isUsable || value === null) values[setting] ??= { value, wider };
    else unknown[setting] ??= { value: id(given) || JSON.stringify(given), wider };
  }
  return { ...unknown, ...values };
}
