/** What the organization lets people do: stored in one that the import makes, compared with one that exists. */
import { systemGroups, type GroupSetting } from '../../../../../../wire/core.ts';
import {
  type OrganizationSettingName,
  organizationSettingDefaults,
  organizationSettings as organizationSettingSchemas,
} from '../../../../../../wire/organization.ts';
import { permissionSettings } from '../../../../../../wire/permissions.ts';
import { Compile } from 'typebox/compile';
import { addLinkifier } from '../../../../features/linkifiers/index.ts';
import { addPlayground } from '../../../../features/playgrounds/index.ts';
import { errorMessage } from '../../../../lib/thrown.ts';
import type { Tx } from '../../../../core/log/index.ts';
import {
  organizationPermission,
  organizationSettings,
  type OrganizationCache,
} from '../../../../core/organization/index.ts';
import { keysIn } from '../../../../lib/objects.ts';
import type { Holders, SettingDirection, SettingsRecord } from '../../records.ts';
import type { ReportBuilder } from '../../report.ts';
import type { ImportContext } from '../context.ts';
import { holdersHere } from '../holders.ts';

export async function writeSettings(context: ImportContext, record: SettingsRecord): Promise<void> {
  const { app, orgId, cache, report, isNew } = context;
  if (!isNew) {
    compareSettings(cache, record, report);
    return;
  }
  await app.db.write(orgId, 'system', (tx) => storeSettings(tx, context, record));
}

async function storeSettings(tx: Tx, context: ImportContext, record: SettingsRecord): Promise<void> {
  const permissions = holdersHere(tx.cache, context, {
    rules: permissionSettings.realm,
    given: record.permissions,
    place: 'organization',
  });
  noteOrganization(context.report, record, tx.cache.organization.name);
  const values = Object.fromEntries(
    keysIn(record.values).flatMap((name) => {
      const given = record.values[name];
      if (!given) return [];
      const value = isKnownValue(name, given.value) ? given.value : getNarrowest(given.wider);
      return value === undefined ? [] : [[name, value]];
    }),
  );
  const channels = Object.entries(record.channels).flatMap(([name, source]): [string, number][] => {
    const channelId = context.channels.get(source);
    return channelId === undefined ? [] : [[name, channelId]];
  });
  const defaults: Readonly<Record<string, unknown>> = organizationSettingDefaults;
  const chosen: Readonly<Record<string, unknown>> = {
    ...tx.cache.organization.settings,
    ...values,
    ...permissions,
    ...Object.fromEntries(channels),
  };
  const settings = Object.entries(chosen).filter(([name, value]) => defaults[name] !== value);
  await tx.q
    .updateTable('organization')
    .set({
      settings: JSON.stringify(Object.fromEntries(settings)),
      ...(record.description === undefined ? {} : { description: record.description }),
    })
    .where('id', '=', tx.orgId)
    .execute();
  for (const { domain, allowsSubdomains } of record.domains)
    await tx.q
      .insertInto('allowed_domain')
      .values({ org_id: tx.orgId, domain: domain.toLowerCase(), allow_subdomains: allowsSubdomains ? 1 : 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  await tx.touch({ organization: true });
  await storeTools(tx, context, record);
}

const isKnownValue = (name: OrganizationSettingName, value: unknown): boolean =>
  Compile(organizationSettingSchemas[name]).Check(value);

/** @returns undefined if the default has to do */
function getNarrowest(wider: SettingDirection): string | boolean | undefined {
  if (wider === 'on') return false;
  if (wider === 'off') return true;
  return typeof wider === 'string' ? undefined : wider.at(-1);
}

/** What a new organization does not take over: its name, which was chosen for it here, and unknown values. */
export function noteOrganization(report: ReportBuilder, record: SettingsRecord, nameHere: string): void {
  const { name } = record;
  if (name !== undefined && name !== nameHere)
    report.leaveOut({
      what: 'name of the organization',
      count: 1,
      reason: 'It has the one that was given for it here.',
      places: [name],
    });
  noteUnknownValues(report, record);
}

function noteUnknownValues(report: ReportBuilder, { values }: SettingsRecord): void {
  for (const name of keysIn(values)) {
    const given = values[name];
    if (!given || isKnownValue(name, given.value) || given.value === null || given.value === '') continue;
    const place = `organization: ${name}`;
    const shown = `Its value there, ${JSON.stringify(given.value)}, is unknown here`;
    if (given.wider === 'no access')
      report.leaveOut({ what: place, count: 1, reason: `${shown}.`, places: [place] });
    else if (getNarrowest(given.wider) !== undefined)
      report.access('narrower', place, `${shown}: the narrowest one takes its place.`);
    else
      report.access('wider', place, `${shown}: the usual one takes its place, which may give people more.`);
  }
}

/** Those that this server refuses are reported: each checks its own parameters. */
async function storeTools(
  tx: Tx,
  { report }: ImportContext,
  { linkifiers, playgrounds }: SettingsRecord,
): Promise<void> {
  for (const one of linkifiers)
    await addLinkifier(tx, one).catch((error: unknown) =>
      report.problem(`linkifier ${one.pattern}`, errorMessage(error)),
    );
  for (const one of playgrounds)
    await addPlayground(tx, one).catch((error: unknown) =>
      report.problem(`playground ${one.name}`, errorMessage(error)),
    );
}

/** An organization that exists decides for itself: what differs is said. */
export function compareSettings(
  cache: OrganizationCache,
  { values, permissions }: SettingsRecord,
  report: ReportBuilder,
): void {
  const here: Readonly<Record<string, unknown>> = organizationSettings(cache);
  for (const name of keysIn(values)) {
    const there = values[name];
    if (!there) continue;
    const change = compareValues(there.wider, there.value, here[name]);
    const shown = `It is ${JSON.stringify(there.value)} there and ${JSON.stringify(here[name])} here`;
    if (change)
      report.access(change, `organization: ${name}`, `${shown}, where the organization decides it.`);
  }
  for (const name of keysIn(permissions)) {
    const there = permissions[name];
    const ours = getSettingRank(cache, organizationPermission(cache, name));
    if (!there || getHoldersRank(there) === ours) continue;
    const reason = 'Others have it here than there: this organization has settings of its own.';
    report.access(ours > getHoldersRank(there) ? 'wider' : 'narrower', `organization: ${name}`, reason);
  }
}

function compareValues(
  wider: SettingDirection,
  there: unknown,
  here: unknown,
): 'wider' | 'narrower' | undefined {
  const [a, b] = [getValueRank(wider, there), getValueRank(wider, here)];
  return a === b ? undefined : b > a ? 'wider' : 'narrower';
}

/** The higher, the more people may do. No limit is the highest. */
function getValueRank(wider: SettingDirection, value: unknown): number {
  if (wider === 'no access') return 0;
  if (wider === 'on') return value === true ? 1 : 0;
  if (wider === 'off') return value === true ? 0 : 1;
  if (wider === 'more') return value === null ? Infinity : Number(value);
  if (wider === 'less') return -Number(value);
  return -wider.indexOf(String(value)) - (wider.includes(String(value)) ? 0 : wider.length + 1);
}

const getRoleRank = (name: string): number =>
  systemGroups.length -
  Math.max(
    0,
    systemGroups.findIndex((role) => role === name),
  );

/** People and groups by name count as nobody there, so that who else has it here is said. */
const getHoldersRank = ({ roles }: Holders): number =>
  Math.max(getRoleRank('role:nobody'), ...roles.map((role) => getRoleRank(role)));

function getSettingRank(cache: OrganizationCache, setting: GroupSetting): number {
  const ids = typeof setting === 'number' ? [setting] : setting.direct_subgroups;
  return Math.max(
    getRoleRank('role:nobody'),
    ...ids.map((id) => getRoleRank(cache.groups.get(id)?.name ?? '')),
  );
}
