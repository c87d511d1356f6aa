/** Imports profile fields and statuses of accounts that the import created: existing users have chosen their own. */
import { profileFieldLimits, profileFieldType } from '../../../../../wire/profile-fields.ts';
import { statusTextLength } from '../../../../../wire/status.ts';
import type { Tx } from '../../../core/log/index.ts';
import { renderDescription } from '../../../lib/markdown/render.ts';
import { tidySpaces, truncate, withoutForbidden } from '../../../lib/text.ts';
import type { PersonRecord } from '../records.ts';
import type { ImportContext } from './context.ts';
import { findItems, storeItems } from './items.ts';
import { ProfileFields, readFields, tidyValue } from './profile-fields.ts';
import { emojiNamed } from './reactions.ts';

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
  const own = wanted.filter(
    ({ id }) => items.get(id)?.runId === runId && (items.get(id)?.isOurs === true || context.isNew),
  );
  if (own.length === 0) return;
  await app.db.write(orgId, 'system', async (tx) => {
    const touched: number[] = [];
    const fields = new ProfileFields(await readFields(tx, orgId), context.refusedFields, context.report);
    for (const record of own) {
      const userId = context.people.get(record.id);
      const user = userId === undefined ? undefined : tx.cache.users.get(userId);
      if (userId === undefined || !user || user.isBot) continue;
      for (const [name, value] of Object.entries(record.profile ?? {}))
        await writeValue(tx, { context, fields, userId }, name, value);
      if (record.status) await writeStatus(tx, context, userId, record.status);
      touched.push(userId);
    }
    await tx.touch({ users: touched });
  });
}

interface ProfileParts {
  context: ImportContext;
  fields: ProfileFields;
  userId: number;
}

async function writeValue(
  tx: Tx,
  { context, fields, userId }: ProfileParts,
  name: string,
  given: string,
): Promise<void> {
  const tidy = tidyValue(given);
  if (tidy === '') return;
  const field = fields.find(name);
  if (!field) return;
  const fieldId = field.id ?? (await createField(tx, context, fields, field));
  const value = truncate(tidy, profileFieldLimits.shortLength, '…');
  if (value !== tidy)
    context.report.problem(`profile of ${userId}`, `"${name}" is longer than a profile field, and was cut.`);
  await tx.q
    .insertInto('profile_value')
    .values({ user_id: userId, field_id: fieldId, value, rendered: renderDescription(value) })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

async function createField(
  tx: Tx,
  context: ImportContext,
  fields: ProfileFields,
  { name, key }: { name: string; key: string },
): Promise<number> {
  const { id } = await tx.q
    .insertInto('profile_field')
    .values({
      org_id: tx.orgId,
      type: profileFieldType.shortText,
      name,
      name_key: key,
      hint: '',
      field_data: '',
      sort_order: fields.size,
      is_required: 0,
      is_editable: 1,
      is_in_summary: 0,
      is_for_matching: 0,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await storeItems(tx, context, 'field', [{ key: name, localId: id }]);
  fields.add({ key, id });
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
      user_id: userId,
      org_id: tx.orgId,
      status_text: status,
      emoji_name: emoji?.name ?? '',
      emoji_code: emoji?.code ?? '',
      kind: emoji?.kind ?? 'unicode_emoji',
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}
