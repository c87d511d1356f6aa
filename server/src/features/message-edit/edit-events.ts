/** Emits events to users who see edited or moved messages, and to users who can no longer see them. */
import { prepared } from '../../db/prepared.ts';
import { type EditEvent, type EditFields, type Tx, trigger } from '../../core/log/index.ts';
import {
  type Portion,
  allReaders,
  flagsOfReaders,
  groupMentionsIn,
  messagesChanged,
  messagesDeleted,
  peopleIn,
} from '../../core/messages/index.ts';
import { findPreviousReaders, type Share } from './move-visibility.ts';
import { editFields, fieldsAbout, type EditFacts } from './serialize-edits.ts';

/** Called after everything was stored. */
export async function emitEdit(
  tx: Tx,
  message: { id: number; direct_id: number | null },
  facts: EditFacts,
  lost: readonly Share[],
): Promise<void> {
  const channel = facts.place?.to.channel ?? facts.channel;
  const portions: Portion[] = channel
    ? await allReaders(tx, channel, facts.ids)
    : [{ ids: facts.ids, audience: { users: await peopleIn(tx, message.direct_id ?? 0) } }];
  const emitted = facts.place ? await visiblePortions(tx, facts.place, facts.ids, portions) : portions;
  const whole = editFields(facts);
  for (const { ids, audience } of emitted) {
    const fields = fieldsAbout(whole, ids);
    if (fields) tx.emit(await editEvent(tx, fields), audience);
  }
  if (facts.place)
    for (const { ids, users } of lost) tx.emit(messagesDeleted(facts.place.from, ids), { users });
  await trigger(tx, messagesChanged, { ids: facts.ids, hasMoved: facts.place !== undefined });
}

/** Users who could not read the messages before get no update event: for them these messages are new. */
async function visiblePortions(
  tx: Tx,
  { from, to }: NonNullable<EditFacts['place']>,
  ids: readonly number[],
  portions: readonly Portion[],
): Promise<Portion[]> {
  if (from.channel.id === to.channel.id) return [...portions];
  const { none, some } = await findPreviousReaders(tx, from.channel, to.channel, ids);
  const others = [...none, ...some.flatMap(({ users }) => users)];
  const whole = portions.map((portion) => {
    const except = [...(portion.audience.except ?? []), ...others];
    return { ids: portion.ids, audience: { ...portion.audience, except } };
  });
  const parts = some.map((part) => ({
    ids: part.ids,
    audience: { users: part.users, about: to.channel.id },
  }));
  return [...whole, ...parts];
}

const rowById = prepared<{ id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['id', 'channel_id', 'direct_id', 'sender_id', 'traits'])
    .where('id', '=', p.id),
);

async function editEvent(tx: Tx, fields: EditFields): Promise<EditEvent> {
  const row = await tx.first(rowById, { id: fields.message_id });
  if (!row) throw new Error(`Message ${fields.message_id} was changed but does not exist.`);
  const groups = await groupMentionsIn(tx, [row.id]);
  const readers = await flagsOfReaders(tx, row, groups.get(row.id) ?? []);
  return { type: 'update_message', fields, readers };
}
