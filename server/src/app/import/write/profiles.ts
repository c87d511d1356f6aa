/** Imports profile fields and statuses of accounts that the import created: existing users have chosen their own. */
import { profileFieldLimits, profileFieldType } from '../../../../../wire/profile-fields.ts';
import { statusTextLength } from '../../../../../wire/status.ts';
import type { Tx } from '../../../core/log/index.ts';
import type { Db } from '../../../db/db.ts';
import { renderDescription } from '../../../lib/markdown/render.ts';
import { nameKey, tidySpaces, truncate, withoutForbidden } from '../../../lib/text.ts';
import type { PersonRecord } from '../records.ts';
import type { ImportContext } from './context.ts';
import { findItems, storeItems } from './items.ts';
import { emojiNamed } from './reactions.ts';

/** Fields that an export may create. */
const mostFields = 30;

export async function readFields(db: Db, orgId: number): Promise<Map<string, number>> {
  const rows = await db.q
    .selectFrom('profile_field')
    .select(['id', 'name_key'])
    .where('org_id', '=', orgId)
    .where('type', 'in', [profileFieldType.shortText, profileFieldType.paragraph])
    .execute();
  return new Map(rows.map((row) => [row.name_key, row.id]));
}

/** Only sets what an account does not have yet, so that a newer export overwrites nothing. */
export async function writeProfiles(context: ImportContext, records: readonly PersonRecord[]): Promise<void> {
  const { app, orgId, sourceId, runId } = context;
  const wanted = records.filter(
    ({ profile = {}, status }) => Object.keys(profile).length > 0 || status !== undefined,
  );
  if (wanted.length === 0) return;
  const items = await findItems(
    app.db.read,
    sourceId,
    'person',
    wanted.map(({ id }) => id),
  );
  const own = wanted.filter(({ id }) => items.get(id)?.runId === runId && items.get(id)?.isOurs === true);
  if (own.length === 0) return;
  await app.db.write(orgId, 'system', async (tx) => {
    const touched: number[] = [];
    for (const record of own) {
      const userId = context.people.get(record.id);
      const user = userId === undefined ? undefined : tx.cache.users.get(userId);
      if (userId === undefined || !user || user.isBot) continue;
      for (const [name, value] of Object.entries(record.profile ?? {}))
        await writeValue(tx, context, userId, name, value);
      if (record.status) await writeStatus(tx, context, userId, record.status);
      touched.push(userId);
    }
    await tx.touch({ users: touched });
  });
}

async function writeValue(
  tx: Tx,
  context: ImportContext,
  userId: number,
  name: string,
  given: string,
): Promise<void> {
  const tidy = tidySpaces(withoutForbidden(given.toWellFormed()));
  if (tidy === '') return;
  const fieldId = await fieldNamed(tx, context, name);
  if (fieldId === undefined) return;
  const value = truncate(tidy, profileFieldLimits.shortLength, '…');
  if (value !== tidy)
    context.report.problem(`profile of ${userId}`, `"${name}" is longer than a profile field, and was cut.`);
  await tx.q
    .insertInto('profile_value')
    .values({ user_id: userId, field_id: fieldId, value, rendered: renderDescription(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function fieldNamed(tx: Tx, context: ImportContext, given: string): Promise<number | undefined> {
  const { fields, report } = context;
  const name = truncate(tidySpaces(withoutForbidden(given.toWellFormed())), profileFieldLimits.nameLength);
  if (name === '') return undefined;
  const known = fields.get(nameKey(name));
  if (known !== undefined) return known;
  if (fields.size >= mostFields) {
    report.problem(`profile field ${name}`, `There are ${mostFields} profile fields already.`);
    return undefined;
  }
  const taken = await tx.q
    .selectFrom('profile_field')
    .select('id')
    .where('org_id', '=', tx.orgId)
    .where('name_key', '=', nameKey(name))
    .executeTakeFirst();
  if (taken) {
    report.problem(`profile field ${name}`, 'The organization has one of another type.');
    return undefined;
  }
  const { id } = await tx.q
    .insertInto('profile_field')
    .values({
      ...{ org_id: tx.orgId, type: profileFieldType.shortText, name, name_key: nameKey(name), hint: '' },
      ...{ field_data: '', sort_order: fields.size, is_required: 0, is_editable: 1 },
      ...{ is_in_summary: 0, is_for_matching: 0 },
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeItems(tx, context, 'field', [{ key: name, localId: id }]);
  fields.set(nameKey(name), id);
  return id;
}

async function writeStatus(
  tx: Tx,
  context: ImportContext,
  userId: number,
  { text, emoji: given }: NonNullable<PersonRecord['status']>,
): Promise<void> {
  const emoji = given === undefined ? undefined : emojiNamed(context, tx.cache, given.replaceAll(':', ''));
  const status = truncate(tidySpaces(withoutForbidden(text.toWellFormed())), statusTextLength, '…');
  if (status === '' && !emoji) return;
  await tx.q
    .insertInto('user_status')
    .values({
      ...{ user_id: userId, org_id: tx.orgId, status_text: status, emoji_name: emoji?.name ?? '' },
      ...{ emoji_code: emoji?.code ?? '', kind: emoji?.kind ?? 'unicode_emoji' },
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
