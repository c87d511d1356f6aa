/** Imports what people keep for themselves, of accounts that the import made: others have chosen their own. */
import { profileFieldType, type CustomProfileField } from '../../../../../../wire/profile-fields.ts';
import { topicPolicy, type TopicPolicy } from '../../../../../../wire/topics.ts';
import type { Tx } from '../../../../core/log/index.ts';
import { addAlertWords } from '../../../../features/alert-words/index.ts';
import {
  checkedValue,
  createProfileField,
  getProfileFields,
} from '../../../../features/profile-fields/index.ts';
import { createSnippet } from '../../../../features/saved-snippets/index.ts';
import { renderDescription } from '../../../../lib/markdown/render.ts';
import { parseForeignJson } from '../../../../lib/json-depth.ts';
import { isObject } from '../../../../lib/objects.ts';
import { nameKey } from '../../../../lib/text.ts';
import { errorMessage, toError } from '../../../../lib/thrown.ts';
import type { FieldRecord, PersonalRecord, ScheduledEntry } from '../../records.ts';
import type { ImportContext } from '../context.ts';
import { topicName } from '../topics.ts';
import { findItems, storeItems } from '../items.ts';
import { storeExtras } from './extras.ts';
import { lostReasons } from './lost-reasons.ts';
import { insertScheduled } from '../../../../features/scheduled-messages/index.ts';
import { clientName } from '../message-rows.ts';
import { Renderer } from '../renderer.ts';
import { writeText } from '../texts.ts';

export async function writeField(context: ImportContext, record: FieldRecord): Promise<void> {
  const { app, orgId, owner, cache, fields, report } = context;
  if (fields.has(record.id)) return;
  try {
    const made = await app.db.write(orgId, 'system', async (tx) => {
      const data: unknown = record.data === '' ? {} : parseForeignJson(record.data);
      const localId = await createProfileField(
        tx,
        { id: owner.id, orgId, user: owner, cache },
        {
          field_type: record.type,
          name: record.name,
          hint: record.hint,
          ...(isObject(data) ? { field_data: data } : {}),
          required: record.isRequired,
          editable_by_user: record.isEditable,
          display_in_profile_summary: record.isInSummary,
          use_for_user_matching: record.isForMatching,
        },
      );
      await storeItems(tx, context, 'field', [{ key: record.id, localId }]);
      return localId;
    });
    fields.set(record.id, made);
  } catch (error) {
    if (context.signal.aborted) throw error;
    report.problem(
      `profile field ${record.name}`,
      `It does not come with its values: ${errorMessage(error)}`,
    );
  }
}

export async function writePersonal(context: ImportContext, record: PersonalRecord): Promise<void> {
  const { app, orgId, sourceId, runId, people, isNew } = context;
  const userId = people.get(record.id);
  if (userId === undefined) return;
  const [item] = (await findItems(app.db.read, sourceId, 'person', [record.id])).values();
  const isOurs = item?.runId === runId && (item.isOurs || isNew);
  const known = await findItems(app.db.read, sourceId, 'personal', [record.id]);
  if (!isOurs || known.size > 0) return;
  await app.db.write(orgId, 'system', async (tx) => {
    await storeValues(tx, context, userId, record);
    await storeChosen(tx, context, userId, record);
    await storeExtras(tx, context, userId, record);
    for (const one of record.scheduled) await storeScheduled(tx, context, userId, one);
    await storeItems(tx, context, 'personal', [{ key: record.id, localId: userId }]);
    await tx.touch({ users: [userId] });
  });
}

async function storeValues(
  tx: Tx,
  { fields, people, report }: ImportContext,
  userId: number,
  { id, values }: PersonalRecord,
): Promise<void> {
  if (values.length === 0) return;
  const here = new Map((await getProfileFields(tx, tx.orgId)).map((field) => [field.id, field]));
  for (const { field: fieldId, value: given } of values) {
    const field = here.get(fields.get(fieldId) ?? 0);
    const value = field ? convertValue(tx, field, given, people) : new Error(lostReasons.field);
    if (value instanceof Error) report.problem(`profile of ${id}`, `${lostReasons.value}${value.message}`);
    else if (field) await insertValue(tx, userId, field, value);
  }
}

/** @returns the value to store, or the reason why it cannot be one here. An empty value stays empty. */
function convertValue(
  { cache }: Tx,
  field: CustomProfileField,
  given: string,
  people: ReadonlyMap<string, number>,
): string | Error {
  try {
    return field.type === profileFieldType.users
      ? listPeople(given, people)
      : (checkedValue(cache, field, given) ?? '');
  } catch (error) {
    return toError(error);
  }
}

async function insertValue(
  { q }: Tx,
  userId: number,
  field: CustomProfileField,
  value: string,
): Promise<void> {
  const isMarkdown = field.type === profileFieldType.shortText || field.type === profileFieldType.paragraph;
  await q
    .insertInto('profile_value')
    .values({
      user_id: userId,
      field_id: field.id,
      value,
      rendered: isMarkdown ? renderDescription(value) : null,
    })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Deactivated people stay in it, as they do there. */
function listPeople(given: string, people: ReadonlyMap<string, number>): string {
  const ids: unknown = parseForeignJson(given);
  const here = (Array.isArray(ids) ? ids : []).map((one) => people.get(String(one)));
  return JSON.stringify(here.filter((one) => one !== undefined));
}

async function storeChosen(
  tx: Tx,
  { people, channels, report }: ImportContext,
  userId: number,
  { id, alertWords, mutedPeople, topics, snippets }: PersonalRecord,
): Promise<void> {
  const note = (error: unknown) => report.problem(`person ${id}`, errorMessage(error));
  for (const word of alertWords) await addAlertWords(tx, userId, [word]).catch(note);
  for (const snippet of snippets) await createSnippet(tx, userId, snippet).catch(note);
  for (const { person, at } of mutedPeople) {
    const muted_id = people.get(person);
    if (muted_id === undefined) continue;
    await tx.q
      .insertInto('muted_user')
      .values({ user_id: userId, muted_id, muted_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
  for (const { channel, topic: given, policy, at } of topics) {
    const channel_id = channels.get(channel);
    if (channel_id === undefined || !isPolicy(policy)) {
      report.problem(`person ${id}`, lostReasons.topic);
      continue;
    }
    const topic = topicName(given);
    await tx.q
      .insertInto('user_topic')
      .values({ user_id: userId, channel_id, topic_key: nameKey(topic), topic, policy, updated_at: at })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export const isPolicy = (given: number): given is TopicPolicy =>
  Object.values<number>(topicPolicy).includes(given);

// Imports messages that were to be sent later.

/** One whose time came before the import is kept as not sent: its author decides. */
async function storeScheduled(
  tx: Tx,
  context: ImportContext,
  userId: number,
  { place, topic, text, at }: ScheduledEntry,
): Promise<void> {
  const { people, channels, groups, product, report } = context;
  const channelId = 'channel' in place ? channels.get(place.channel) : undefined;
  const recipients =
    'direct' in place ? place.direct.map((one) => people.get(one)).filter((one) => one !== undefined) : [];
  if (channelId === undefined && recipients.length === 0) {
    report.problem(`person ${userId}`, lostReasons.scheduled);
    return;
  }
  const none = {
    files: new Map(),
    locate: () => undefined,
    isOnlyOne: () => false,
    emojiName: () => undefined,
  };
  const content = writeText(text, { cache: tx.cache, people, channels, groups, ...none });
  const renderer = new Renderer(context);
  renderer.begin(tx.cache, undefined);
  const values = {
    user_id: userId,
    channel_id: channelId ?? null,
    recipients: JSON.stringify(recipients),
    topic: channelId === undefined ? '' : topicName(topic),
    content,
    rendered: renderer.render(userId, content).html,
    client: clientName(product),
    deliver_at: at,
    keeps_unread: 0,
    target_message_id: null,
    key_id: null,
  };
  if (at > tx.now) await insertScheduled(tx, values);
  else
    await tx.q
      .insertInto('scheduled_message')
      .values({ org_id: tx.orgId, ...values, is_failed: 1 })
      .execute();
}
