/** Imports channels with their members, and direct conversations. */
import { limits } from '../../../../../wire/core.ts';
import { permissionSettings } from '../../../../../wire/permissions.ts';
import { beginMemberships, insertChannel } from '../../../core/channels/index.ts';
import type { Tx } from '../../../core/log/index.ts';
import { inList } from '../../../db/sql.ts';
import { directFor, findDirect, memberKey as directKey } from '../../../core/messages/index.ts';
import {
  findNamed,
  organizationSettings,
  systemGroup,
  type Channel,
} from '../../../core/organization/index.ts';
import { getRenderOptions } from '../../../features/message-send/index.ts';
import { renderDescription } from '../../../lib/markdown/render.ts';
import { codePoints, nameKey, tidySpaces, truncate, withoutForbidden } from '../../../lib/text.ts';
import type { ChannelRecord, DirectRecord, MemberChoices, SourceId } from '../records.ts';
import type { ReportBuilder } from '../report.ts';
import type { ImportContext } from './context.ts';
import { giveWay } from './give-way.ts';
import { retentionHere } from '../retention-notes.ts';
import { holdersHere } from './holders.ts';
import { findItems, storeItems, type Item } from './items.ts';
import { wasGarbled } from './later/garbled.ts';
import { noteLeft } from './later/left.ts';
import { channelThere } from './later/openness.ts';

/** Imports the channel; for an existing one, adds the members who joined since. */
export async function writeChannel(context: ImportContext, record: ChannelRecord): Promise<void> {
  const { app, orgId, channels, report, cache } = context;
  report.count('channels', 'found');
  context.channelsThere.set(record.id, channelThere(record));
  const known = channels.get(record.id);
  if (known !== undefined && !cache.channels.get(known)) {
    report.count('channels', 'skipped');
    report.problem(`channel ${record.name}`, 'It was imported before, and has been deleted since.');
    return;
  }
  const here = known === undefined ? undefined : cache.channels.get(known);
  noteChannelAccess(report, record, here);
  if (known !== undefined)
    await noteLeft(app.db.read, context, context.product, { record, channelId: known });
  const members = isClosedHere(record, here) ? [] : record.members;
  const { first, later } = inPortions(members, membersAtOnce[context.isLive ? 'live' : 'alone']);
  const { localId, name, joined } = await app.db.write(orgId, 'system', async (tx) => {
    const made = known ?? (await insertImported(tx, context, record));
    if (known !== undefined) await repairChannel(tx, context, record, known);
    const joined = await joinNew(tx, context, { ...record, members: first }, made);
    if (known === undefined) await finishNew(tx, context, record, made);
    return { localId: made, name: tx.cache.channels.get(made)?.name ?? '', joined };
  });
  // A run that was interrupted here adds the others when it continues.
  let all = joined;
  for (const some of later)
    all += await giveWay(context.isLive, () =>
      app.db.write(orgId, 'system', (tx) => joinNew(tx, context, { ...record, members: some }, localId)),
    );
  if (known !== undefined) report.report.changed.joined += all;
  channels.set(record.id, localId);
  report.count('channels', known === undefined ? 'added' : 'known');
  report.mapped('channels', `${record.isPrivate ? 'private ' : ''}${record.name} (${record.id})`, `#${name}`);
}

/** Members of a channel in one transaction. */
const membersAtOnce = { alone: 10_000, live: 500 };

function inPortions<T>(items: readonly T[], most: number): { first: readonly T[]; later: readonly T[][] } {
  const later: T[][] = [];
  for (let at = most; at < items.length; at += most) later.push(items.slice(at, at + most));
  return { first: items.slice(0, most), later };
}

const outOfReach =
  'The export does not say who is in it, so nobody is: nobody can read it, or add people. Undo the import, and import an export that has its members.';

/** @param here What an earlier run made of it. */
export function noteChannelAccess(
  report: ReportBuilder,
  record: ChannelRecord,
  here: Channel | undefined,
): void {
  const { name, isPrivate, members } = record;
  if (isClosedHere(record, here))
    report.access(
      'narrower',
      `channel ${name}`,
      'It is for everyone there, and was made private here: who joined it there since is not in it here.',
    );
  if (!isPrivate) return;
  if (here?.isPrivate === false)
    report.access(
      'wider',
      `channel ${name}`,
      'It is private there, and public here since an earlier import.',
    );
  if (!here && members.length === 0) report.access('narrower', `channel ${name}`, outOfReach);
}

/** An earlier run did not know the letters of its name. */
async function repairChannel(
  tx: Tx,
  context: ImportContext,
  record: ChannelRecord,
  id: number,
): Promise<void> {
  const here = tx.cache.channels.get(id)?.name ?? '';
  // Where another channel has the name, it ends in that of the product.
  const plain = here.replace(` (${context.product})`, '');
  if (!wasGarbled(here, record.name) && !wasGarbled(plain, record.name)) return;
  const name = freeName(tx, record, context.product);
  await tx.q
    .updateTable('channel')
    .set({ name, name_key: nameKey(name) })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ channels: [id] });
}

async function insertImported(tx: Tx, context: ImportContext, record: ChannelRecord): Promise<number> {
  const description = cleanDescription(record.description ?? '');
  const retentionDays = retentionHere(record, {
    isNew: context.isNew,
    days: organizationSettings(tx.cache).message_retention_days,
  });
  const creatorId = record.creator === undefined ? null : (context.people.get(record.creator) ?? null);
  return insertChannel(tx, {
    name: freeName(tx, record, context.product),
    description,
    renderedDescription: renderDescription(description, undefined, getRenderOptions(tx.cache)),
    creatorId,
    isPrivate: record.isPrivate,
    // Where the product does not say it, new members of a private channel have access to its history.
    isHistoryPublic: record.isHistoryShared ?? true,
    isWebPublic: isWebPublicHere(context, record),
    ...(retentionDays === undefined ? {} : { retentionDays }),
    isDefault: record.isDefault === true && !record.isPrivate,
    ...(record.topicsPolicy === undefined ? {} : { topicsPolicy: record.topicsPolicy }),
    permissions: {
      ...(record.isReadOnly === true
        ? { can_send_message_group: systemGroup(tx.cache, 'role:moderators').id }
        : {}),
      ...holdersHere(tx.cache, context, {
        rules: permissionSettings.stream,
        given: record.permissions ?? {},
        place: `channel ${record.name}`,
      }),
    },
  });
}

/** A file opens nothing to the internet in an organization that has users. */
function isWebPublicHere(
  { isNew, report }: ImportContext,
  { name, isWebPublic, isPrivate }: ChannelRecord,
): boolean {
  if (isWebPublic !== true || isPrivate) return false;
  if (!isNew)
    report.access(
      'narrower',
      `channel ${name}`,
      'It is readable without an account there. Open it in its settings.',
    );
  return isNew;
}

/** Archives last: nobody can join an archived channel. */
async function finishNew(tx: Tx, context: ImportContext, record: ChannelRecord, id: number): Promise<void> {
  await tx.q
    .updateTable('channel')
    .set({
      is_archived: record.isArchived === true ? 1 : 0,
      folder_id: context.folders.get(record.folder ?? '') ?? null,
      ...(record.createdAt === undefined ? {} : { created_at: record.createdAt }),
    })
    .where('id', '=', id)
    .where('org_id', '=', tx.orgId)
    .execute();
  await tx.touch({ channels: [id] });
  await storeItems(tx, context, 'channel', [{ key: record.id, localId: id }]);
}

/** People here have closed a channel that is for everyone there: who joins it there is not let in here. */
export const isClosedHere = (record: ChannelRecord, here: Channel | undefined): boolean =>
  here?.isPrivate === true && !record.isPrivate;

/** Does not add those who have left the channel here: each membership is imported once. */
async function joinNew(
  tx: Tx,
  context: ImportContext,
  record: ChannelRecord,
  channelId: number,
): Promise<number> {
  const keys = new Map<string, number>();
  for (const member of record.members) {
    const userId = context.people.get(member);
    if (userId !== undefined) keys.set(memberKey(record.id, member), userId);
  }
  const known = await findItems(tx, context.sourceId, 'member', [...keys.keys()]);
  const fresh = [...keys].filter(([key]) => !known.has(key));
  const joining = new Set(
    fresh
      .map(([, userId]) => userId)
      .filter((id) => tx.cache.users.get(id)?.isActive === true && !tx.cache.members.has(channelId, id)),
  );
  await beginMemberships(
    tx,
    [...joining].map((userId) => ({ userId, channelId })),
  );
  await storeChoices(tx, context, record, { channelId, joining });
  await storeItems(
    tx,
    context,
    'member',
    fresh.map(([key, localId]) => ({ key, localId, isOurs: joining.has(localId) })),
  );
  return joining.size;
}

/** The key of a membership as an item. */
export const memberKey = (channel: SourceId, person: SourceId): string => `${channel}:${person}`;

const asBit = (value: boolean | null): number | null => (value === null ? null : value ? 1 : 0);

async function storeChoices(
  tx: Tx,
  { people }: ImportContext,
  { choices = new Map() }: ChannelRecord,
  { channelId, joining }: { channelId: number; joining: ReadonlySet<number> },
): Promise<void> {
  const chosen = [...choices].flatMap(([member, choice]) => {
    const userId = people.get(member);
    return userId !== undefined && joining.has(userId)
      ? [{ userId, values: subscriptionValues(choice) }]
      : [];
  });
  // Many have chosen the same: one statement for each of them would take most of the time of a channel.
  for (const same of Map.groupBy(chosen, ({ values }) => JSON.stringify(values)).values())
    await tx.q
      .updateTable('subscription')
      .set(same[0]?.values ?? {})
      .where('channel_id', '=', channelId)
      .where(
        inList(
          tx.dialect,
          'user_id',
          same.map(({ userId }) => userId),
        ),
      )
      .execute();
}

const subscriptionValues = (chosen: MemberChoices) => ({
  ...(/^#[0-9a-f]{6}$/i.test(chosen.color ?? '') ? { color: chosen.color } : {}),
  is_muted: chosen.isMuted ? 1 : 0,
  pin_to_top: chosen.isPinned ? 1 : 0,
  desktop_notifications: asBit(chosen.desktop),
  audible_notifications: asBit(chosen.audible),
  push_notifications: asBit(chosen.push),
  email_notifications: asBit(chosen.email),
  wildcard_mentions_notify: asBit(chosen.wildcards),
});

/** Truncates the name to the limit, and appends the product or a number if another channel has it. */
export function freeName(
  tx: Pick<Tx, 'cache'>,
  record: Pick<ChannelRecord, 'name' | 'id'>,
  product: string,
): string {
  const plain = tidySpaces(withoutForbidden(record.name.toWellFormed())) || `channel ${record.id}`;
  const most = limits.channelNameLength;
  for (let number = 0; ; number++) {
    const ending = number === 0 ? '' : number === 1 ? ` (${product})` : ` (${product} ${number})`;
    const name = truncate(plain, most - codePoints(ending), '…') + ending;
    if (!findNamed(tx.cache.channels, name)) return name;
  }
}

function cleanDescription(given: string): string {
  const line = given
    .toWellFormed()
    .replace(/(?<!\s)\s*[\n\r\u2028\u2029]\s*/g, ' ')
    .replace(/\p{Cc}/gu, ' ')
    .trim();
  return truncate(line, limits.channelDescriptionLength, '…');
}

/** Conversations of the same people are one conversation. All are written in one transaction, because most have few messages. */
export async function writeDirects(context: ImportContext, records: readonly DirectRecord[]): Promise<void> {
  const { app, orgId, directs, report } = context;
  const fresh = newDirects(context, records);
  if (fresh.size === 0) return;
  const items = await app.db.write(orgId, 'system', async (tx) => {
    const stored: Item[] = [];
    for (const [key, ids] of fresh) stored.push({ key, ...(await findOrStore(tx, ids)) });
    await storeItems(tx, context, 'direct', stored);
    return stored;
  });
  for (const { key, localId } of items) {
    directs.set(key, localId);
    context.directMembers.set(localId, fresh.get(key) ?? []);
  }
  report.count('conversations', 'added', items.length);
}

/** @returns user IDs in ascending order, by the ID of the conversation in the source */
function newDirects(
  { directs, people, report }: ImportContext,
  records: readonly DirectRecord[],
): Map<string, number[]> {
  const fresh = new Map<string, number[]>();
  report.count('conversations', 'found', records.length);
  for (const { id, members } of records) {
    if (directs.has(id) || fresh.has(id)) {
      report.count('conversations', 'known');
      continue;
    }
    const ids = new Set(members.map((one) => people.get(one)).filter((one) => one !== undefined));
    if (ids.size > 0) {
      fresh.set(
        id,
        [...ids].sort((a, b) => a - b),
      );
      continue;
    }
    report.count('conversations', 'skipped');
    report.problem(`conversation ${id}`, 'None of its members is known.');
  }
  return fresh;
}

async function findOrStore(tx: Tx, ids: readonly number[]): Promise<Omit<Item, 'key'>> {
  const before = await findDirect(tx, tx.orgId, directKey([...ids]));
  if (before !== undefined) return { localId: before, isOurs: false };
  const users = ids.map((id) => tx.cache.users.get(id)).filter((user) => user !== undefined);
  return { localId: await directFor(tx, users), isOurs: true };
}
