/** Resolves who holds a permission: groups of the organization by name, and those without a name by their members. */
import { systemGroups, type SystemGroup } from '../../../../../wire/core.ts';
import { fieldsIn, isIn } from '../../../lib/objects.ts';
import type { ChannelRecord, Holders, SourceRecord } from '../records.ts';
import { channelFields, type Fate, type Fates } from './fields.ts';
import { id, number, text, type Row, type Tables } from './tables.ts';

type Holding = Extract<Fate<string>, { permission: string }>;

const isHolding = <Permission extends string>(
  fate: Fate<Permission>,
): fate is Extract<Fate<Permission>, { permission: Permission }> =>
  typeof fate === 'object' && 'permission' in fate;

export class ZulipGroups {
  /** Names of system groups, by ID. */
  readonly #roles = new Map<string, SystemGroup>();
  /** IDs of groups with names. */
  readonly #named = new Set<string>();
  /** Those of groups with names that hold nothing any more. */
  readonly #deactivated = new Set<string>();
  /** All groups, with and without names, of which it is known who is in them. */
  readonly #known = new Set<string>();
  /** System groups of a newer version. */
  readonly #unknownRoles = new Set<string>();
  readonly #members = new Map<string, string[]>();
  readonly #subgroups = new Map<string, string[]>();

  static async read(rows: Tables): Promise<ZulipGroups> {
    const groups = new ZulipGroups();
    for (const table of ['zerver_namedusergroup', 'zerver_usergroup'])
      for await (const { row } of rows.read(table)) if (row) groups.#add(row);
    for await (const { row } of rows.read('zerver_usergroupmembership'))
      if (row) append(groups.#members, id(row.user_group), id(row.user_profile));
    for await (const { row } of rows.read('zerver_groupgroupmembership'))
      if (row) append(groups.#subgroups, id(row.supergroup), id(row.subgroup));
    return groups;
  }

  #add(row: Row): void {
    const name = text(row.name);
    const group = groupId(row);
    if (row.is_system_group === true && !isIn(systemGroups, name)) this.#unknownRoles.add(group);
    this.#known.add(group);
    if (row.is_system_group === true) {
      // One that is unknown here has nobody.
      this.#roles.set(group, isIn(systemGroups, name) ? name : 'role:nobody');
    } else if (name !== '') (row.deactivated === true ? this.#deactivated : this.#named).add(group);
  }

  /** The direct members and groups of a group with or without a name. */
  directParts(group: string): Holders {
    const parts = (this.#subgroups.get(group) ?? []).map((one) =>
      this.#deactivated.has(one) ? { people: [], groups: [one], roles: [] } : this.holders(one),
    );
    return {
      people: this.#members.get(group) ?? [],
      groups: parts.flatMap(({ groups }) => groups),
      roles: parts.flatMap(({ roles }) => roles),
    };
  }

  holders(group: string): Holders {
    const role = this.#roles.get(group);
    if (role !== undefined) return { people: [], groups: [], roles: [role] };
    if (this.#named.has(group)) return { people: [], groups: [group], roles: [] };
    return {
      people: this.#members.get(group) ?? [],
      groups: (this.#subgroups.get(group) ?? []).filter((one) => this.#named.has(one)),
      roles: (this.#subgroups.get(group) ?? []).flatMap((one) => this.#roles.get(one) ?? []),
    };
  }

  /** The permissions that the fields of a row give; a group goes before the policy of an older version. */
  permissions<Permission extends string>(
    row: Row,
    fates: Fates<Permission>,
  ): Partial<Record<Permission, Holders>> {
    const found: Partial<Record<Permission, Holders>> = {};
    for (const [field, fate] of Object.entries(fates)) {
      if (!isHolding(fate) || row[field] === undefined) continue;
      const holders = this.#heldBy(row[field], fate);
      if (fate.roles === undefined || found[fate.permission] === undefined) found[fate.permission] = holders;
    }
    return found;
  }

  /** Permissions of which the export does not say who holds them: nobody does here. */
  *accessOfHolders(row: Row, fates: Fates<string>, place: string): Generator<SourceRecord> {
    const held = Object.entries(fates).filter(([field]) => row[field] !== undefined);
    const byGroup = new Set(
      held.flatMap(([, fate]) => (isHolding(fate) && fate.roles === undefined ? [fate.permission] : [])),
    );
    for (const [field, fate] of held) {
      if (!isHolding(fate) || (fate.roles !== undefined && byGroup.has(fate.permission))) continue;
      if (this.#isKnown(row[field], fate)) continue;
      yield {
        kind: 'access',
        change: 'narrower',
        place,
        reason: `The export does not say who is in the group of “${field}”. Nobody has the permission here, or only owners: set it again.`,
      };
    }
  }

  #isKnown(value: unknown, { roles }: Holding): boolean {
    if (roles) return roles[number(value)] !== undefined;
    const { direct_members: people, direct_subgroups: groups } = fieldsIn(value);
    const named = Array.isArray(people) && Array.isArray(groups) ? groups : [value];
    return named.every((one) => this.#isKnownGroup(id(one)));
  }

  #isKnownGroup(group: string): boolean {
    if (this.#unknownRoles.has(group)) return false;
    return this.#known.has(group) || this.#members.has(group) || this.#subgroups.has(group);
  }

  #heldBy(value: unknown, { roles }: Holding): Holders {
    if (roles) return { people: [], groups: [], roles: [roles[number(value)] ?? 'role:nobody'] };
    const { direct_members: people, direct_subgroups: groups } = fieldsIn(value);
    if (!Array.isArray(people) || !Array.isArray(groups)) return this.holders(id(value));
    const parts = groups.map((one) => this.holders(id(one)));
    return {
      people: people.map(id),
      groups: parts.flatMap((one) => one.groups),
      roles: parts.flatMap((one) => one.roles),
    };
  }
}

/** What of the access to a channel is not as it was there. */
export function* accessOfChannel(row: Row, groups: ZulipGroups): Generator<SourceRecord> {
  yield* accessOfFields('zerver_stream', row, channelFields);
  yield* groups.accessOfHolders(row, channelFields, `channel ${text(row.name)}`);
  if (typeof row.invite_only !== 'boolean')
    yield {
      kind: 'access',
      change: 'narrower',
      place: `channel ${text(row.name)}`,
      reason: 'The export does not say whether it is private, so it is.',
    };
}

/** Levels of Zulip differ in who sees what about such a channel; here it is the same as of others. */
export function* shownWhileArchived({ name, isArchived, members }: ChannelRecord): Generator<SourceRecord> {
  if (isArchived === true && members.length > 0)
    yield {
      kind: 'leftOut',
      what: 'hiding of people in archived channels',
      count: 1,
      reason: 'It shows who is in it and what people chose for its topics, as newer versions of Zulip do.',
      places: [`channel ${name}`],
    };
}

export const groupId = (row: Row): string => id(row.usergroup_ptr) || id(row.id);

function append(map: Map<string, string[]>, key: string, value: string): void {
  const list = map.get(key);
  if (list) list.push(value);
  else map.set(key, [value]);
}

/** Fields that nobody declared, and those without a counterpart: each once for its table. */
export function* accessOfFields(table: string, row: Row, fates: Fates<string>): Generator<SourceRecord> {
  for (const [field, value] of Object.entries(row)) {
    const fate = Object.hasOwn(fates, field) ? fates[field] : undefined;
    const isSet = value !== null && value !== false && value !== 0 && value !== '';
    if (fate === undefined)
      yield {
        kind: 'access',
        change: 'wider',
        place: `${table} ${field}`,
        reason: 'This version does not know the field. If it limited what people may do, it does not here.',
      };
    else if (typeof fate === 'object' && 'without' in fate && isSet)
      yield { kind: 'access', change: 'narrower', place: `${table} ${field}`, reason: fate.without };
  }
}
