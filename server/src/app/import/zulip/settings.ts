/** Reads what the organization lets people do. */
import type { SettingsRecord, SourceRecord } from '../records.ts';
import { organizationFields, type Valued } from './fields.ts';
import { accessOfFields, type ZulipGroups } from './holders.ts';
import { id, text, type Row, type Tables } from './tables.ts';

export async function* readSettings(rows: Tables, groups: ZulipGroups): AsyncGenerator<SourceRecord> {
  const domains: { domain: string; allowsSubdomains: boolean }[] = [];
  for await (const { row } of rows.read('zerver_realmdomain'))
    if (row && text(row.domain) !== '')
      domains.push({ domain: text(row.domain), allowsSubdomains: row.allow_subdomains === true });
  for await (const { row } of rows.read('zerver_realm')) {
    if (!row) continue;
    yield* accessOfFields('zerver_realm', row, organizationFields);
    yield {
      kind: 'settings',
      values: convertValues(row),
      permissions: groups.permissions(row, organizationFields),
      moderationChannel: id(row.moderation_request_channel) || undefined,
      domains,
    };
  }
}

function convertValues(row: Row): SettingsRecord['values'] {
  const values: SettingsRecord['values'] = {};
  for (const [field, fate] of Object.entries(organizationFields)) {
    const given = row[field];
    if (typeof fate === 'string' || !('setting' in fate) || given === undefined) continue;
    const { setting, wider, values: names }: Valued = fate;
    const value = names ? names[id(given) || String(given === true)] : given;
    const isUsable = typeof value === 'boolean' || typeof value === 'number' || typeof value === 'string';
    if (isUsable || value === null) values[setting] ??= { value, wider };
  }
  return values;
}
