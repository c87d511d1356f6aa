/** PATCH /realm, in one transaction. */
import { type GroupSetting, roles } from '../../../../wire/core.ts';
import {
  organizationSettingDefaults,
  type OrganizationChanges,
  type OrganizationSettings,
} from '../../../../wire/organization.ts';
import { permissionSettings, type OrganizationPermission } from '../../../../wire/permissions.ts';
import {
  channelSettings,
  plainSettings,
  timeLimits,
  type UpdateOrganizationParams,
} from '../../../../wire/update-organization.ts';
import type { AuditProperty, AuditValues } from '../../../../wire/audit-properties.ts';
import { auditChange } from '../../core/audit/index.ts';
import { changedPermissions, permissionsReduced } from '../../core/groups/index.ts';
import { type Tx, trigger } from '../../core/log/index.ts';
import {
  type User,
  organizationPermission,
  organizationSettings,
  type OrganizationCache,
  directMembers,
  systemGroup,
} from '../../core/organization/index.ts';
import type { Config } from '../../lib/config/config.ts';
import { renderDescription } from '../../lib/markdown/render.ts';
import {
  checkedChannel,
  checkedOrganizationDescription,
  checkedTimeLimit,
  checkMayChange,
  refuseServerSettings,
  refuseUnavailable,
  settingChecks,
} from './checks.ts';
import { keysIn } from '../../lib/objects.ts';
import { canSeeChannel } from '../../core/channels/index.ts';
import { endUserQueues } from '../../core/events/index.ts';
import { isLimited } from '../../core/users/index.ts';

type Values = Partial<
  Omit<Pick<OrganizationSettings, Extract<keyof OrganizationSettings, AuditProperty>>, 'description'>
>;
type Permissions = Partial<Record<OrganizationPermission, GroupSetting>>;

/** The settings whose values differ from the stored ones. */
export interface Changes {
  values: Values;
  permissions: Permissions;
  description?: string | undefined;
}

const everyone = { everyone: true } as const;

export async function updateOrganization(
  tx: Tx,
  me: { id: number },
  params: UpdateOrganizationParams,
  config: Config,
): Promise<Changes> {
  const given = keysIn(params);
  const author = tx.cache.users.get(me.id);
  checkMayChange(author, given);
  refuseServerSettings(params);
  refuseUnavailable(config, params);
  const values = changedValues(tx, author, params);
  const description = changedDescription(tx, params.description);
  const permissions = changedPermissions(tx.cache, permissionSettings.realm, params, (name) =>
    organizationPermission(tx.cache, name),
  );
  const changes: Changes = { values, permissions, description };
  if (Object.keys(values).length + Object.keys(permissions).length === 0 && description === undefined)
    return changes;
  const follows = values.waiting_period_threshold ?? permissions.can_access_all_users_group;
  const emitConsequences = follows === undefined ? undefined : watchConsequences(tx);
  const before = getSettings(tx, changes);
  await store(tx, changes);
  emitChanged(tx, changes);
  await auditChange(tx, {
    action: 'organization.update',
    target: { type: 'organization', id: tx.orgId, name: tx.cache.organization.name },
    before,
    after: getSettings(tx, changes),
  });
  await emitConsequences?.();
  if (values.waiting_period_threshold !== undefined || Object.keys(permissions).length > 0)
    await trigger(tx, permissionsReduced, {});
  return changes;
}

/** The current values of the changed settings, for the audit log. */
function getSettings({ cache }: Tx, { values, permissions }: Changes): AuditValues {
  const { name, description } = cache.organization;
  const settings: AuditValues = { ...organizationSettings(cache), name };
  const shown: Partial<Record<AuditProperty, unknown>> = { description };
  for (const one of keysIn(values)) shown[one] = settings[one];
  for (const one of keysIn(permissions)) shown[one] = organizationPermission(cache, one);
  return shown;
}

/** The settings whose values differ from the stored ones. */
function changedValues(tx: Tx, author: User, params: UpdateOrganizationParams): Values {
  const { cache } = tx;
  const asked = checkedValues(params);
  for (const name of plainSettings) if (params[name] !== undefined) asked[name] = params[name];
  for (const name of timeLimits) {
    const limit = params[name];
    if (limit !== undefined) asked[name] = checkedTimeLimit(name, limit);
  }
  for (const name of channelSettings) {
    const id = params[name];
    if (id !== undefined) asked[name] = checkedChannel(cache, author, name, id);
  }
  const now: Record<string, unknown> = {
    ...organizationSettings(cache),
    name: cache.organization.name,
  };
  return Object.fromEntries(Object.entries(asked).filter(([name, value]) => now[name] !== value));
}

function checkedValues(params: UpdateOrganizationParams): Record<string, unknown> {
  const given: Readonly<Record<string, unknown>> = params;
  const checks: Readonly<Record<string, (value: never) => unknown>> = settingChecks;
  const asked = Object.entries(checks).filter(([name]) => given[name] !== undefined);
  // Every check accepts the type that the schema of the parameters gives to the value of the same name.
  return Object.fromEntries(asked.map(([name, check]) => [name, check(given[name] as never)]));
}

function changedDescription({ cache }: Tx, given: string | undefined): string | undefined {
  if (given === undefined) return undefined;
  const description = checkedOrganizationDescription(given);
  return description === cache.organization.description ? undefined : description;
}

async function store(tx: Tx, { values: all, permissions, description }: Changes): Promise<void> {
  const { name, ...values } = all;
  const defaults: Readonly<Record<string, unknown>> = organizationSettingDefaults;
  const chosen = { ...tx.cache.organization.settings, ...values, ...permissions };
  const settings = Object.entries(chosen).filter(
    ([setting, value]) => typeof defaults[setting] === 'undefined' || defaults[setting] !== value,
  );
  await tx.q
    .updateTable('organization')
    .set({
      settings: JSON.stringify(Object.fromEntries(settings)),
      ...(name === undefined ? {} : { name }),
      ...(description === undefined ? {} : { description }),
    })
    .where('id', '=', tx.orgId)
    .execute();
  await tx.touch({ organization: true });
}

/** One event for each value, except for permissions and values that clients receive together. */
function emitChanged(tx: Tx, { values, permissions, description }: Changes): void {
  const {
    topics_policy,
    allow_message_editing: allow,
    message_content_edit_limit_seconds: limit,
    ...single
  } = values;
  for (const property of keysIn(single)) {
    const value = single[property];
    if (value !== undefined) tx.emit({ type: 'realm', op: 'update', property, value }, everyone);
  }
  const together: OrganizationChanges = { ...permissions };
  if (allow !== undefined) together.allow_message_editing = allow;
  if (limit !== undefined) together.message_content_edit_limit_seconds = limit;
  if (topics_policy !== undefined) {
    together.topics_policy = topics_policy;
    together.mandatory_topics = topics_policy === 'disable_empty_topic';
  }
  if (description !== undefined) {
    together.description = description;
    together.rendered_description = renderDescription(description);
  }
  if (Object.keys(together).length > 0)
    tx.emit({ type: 'realm', op: 'update_dict', property: 'default', data: together }, everyone);
}

// Consequences of changed settings: who is a full member, and which users guests can see.

interface AccessSnapshot {
  fullMembers: ReadonlySet<number>;
  limited: ReadonlySet<number>;
  /** By member, the ids of the private channels visible to them. */
  channels: ReadonlyMap<number, string>;
}

/** Call before the settings change, and call the returned function afterwards: it emits the consequences. */
function watchConsequences(tx: Tx): () => Promise<void> {
  const before = situation(tx.cache);
  return async () => {
    const after = situation(tx.cache);
    emitFullMembers(tx, before.fullMembers, after.fullMembers);
    const ends = new Set(before.limited.symmetricDifference(after.limited));
    for (const id of before.fullMembers.symmetricDifference(after.fullMembers))
      if (before.channels.get(id) !== after.channels.get(id)) ends.add(id);
    // Too much of what they can see changes for single events: they register again.
    for (const id of ends) await endUserQueues(tx, id);
  };
}

function situation(cache: OrganizationCache): AccessSnapshot {
  const secret = [...cache.channels.values()].filter((channel) => channel.isPrivate);
  const limited = new Set<number>();
  const channels = new Map<number, string>();
  for (const user of cache.users.values()) {
    if (!user.isActive) continue;
    if (isLimited(cache, user)) limited.add(user.id);
    if (user.role !== roles.member) continue;
    const seen = secret.filter((channel) => canSeeChannel(cache, channel, user));
    channels.set(user.id, seen.map(({ id }) => id).join());
  }
  const group = systemGroup(cache, 'role:fullmembers');
  return { fullMembers: new Set(directMembers(cache, group)), limited, channels };
}

function emitFullMembers(tx: Tx, before: ReadonlySet<number>, after: ReadonlySet<number>): void {
  const group_id = systemGroup(tx.cache, 'role:fullmembers').id;
  const gone = [...before.difference(after)];
  const come = [...after.difference(before)];
  const everyone = { everyone: true } as const;
  if (gone.length > 0)
    tx.emit({ type: 'user_group', op: 'remove_members', group_id, user_ids: gone }, everyone);
  if (come.length > 0) tx.emit({ type: 'user_group', op: 'add_members', group_id, user_ids: come }, everyone);
}
