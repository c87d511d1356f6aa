/** Reads what people keep for themselves. */
import type { PersonalRecord, ScheduledEntry, SourceRecord } from '../records.ts';
import { id, number, text, type Row, type Tables } from './tables.ts';

type Lists = { -readonly [Key in keyof Omit<PersonalRecord, 'kind' | 'id'>]: PersonalRecord[Key][number][] };

const noLists = (): Lists => ({
  ...{ values: [], alertWords: [], mutedPeople: [], topics: [], snippets: [], scheduled: [] },
});
const ms = (seconds: unknown): number => Math.floor((number(seconds) || 0) * 1000);

/** @param schedule Returns undefined for a message that nobody would get. */
export async function* readPersonal(
  rows: Tables,
  schedule: (row: Row) => ScheduledEntry | undefined,
): AsyncGenerator<SourceRecord> {
  const people = new Map<string, Lists>();
  const of = (person: unknown): Lists => {
    const lists = people.get(id(person)) ?? noLists();
    people.set(id(person), lists);
    return lists;
  };
  for await (const { row } of rows.read('zerver_customprofilefieldvalue'))
    if (row) of(row.user_profile).values.push({ field: id(row.field), value: text(row.value) });
  for await (const { row } of rows.read('zerver_alertword'))
    if (row) of(row.user_profile).alertWords.push(text(row.word));
  for await (const { row } of rows.read('zerver_muteduser'))
    if (row) of(row.user_profile).mutedPeople.push({ person: id(row.muted_user), at: ms(row.date_muted) });
  for await (const { row } of rows.read('zerver_usertopic'))
    if (row)
      of(row.user_profile).topics.push({
        ...{ channel: id(row.stream), topic: text(row.topic_name), at: ms(row.last_updated) },
        // Before there were several policies, a row meant that the topic was muted.
        policy: row.visibility_policy === undefined ? 1 : number(row.visibility_policy),
      });
  for await (const { row } of rows.read('zerver_savedsnippet'))
    if (row) of(row.user_profile).snippets.push({ title: text(row.title), content: text(row.content) });
  for await (const { row, place } of rows.read('zerver_scheduledmessage')) {
    if (!row || row.delivered === true) continue;
    const entry = row.delivery_type === 2 ? undefined : schedule(row);
    if (entry) of(row.sender).scheduled.push(entry);
    else
      yield { kind: 'problem', place, reason: 'A reminder, or a scheduled message that nobody would get.' };
  }
  for (const [person, lists] of people) yield { kind: 'personal', id: person, ...lists };
}

export async function* readFields(rows: Tables): AsyncGenerator<SourceRecord> {
  const all: Row[] = [];
  for await (const { row } of rows.read('zerver_customprofilefield')) if (row) all.push(row);
  for (const row of all.sort((a, b) => number(a.order) - number(b.order)))
    yield {
      kind: 'field',
      ...{ id: id(row.id), name: text(row.name), hint: text(row.hint), type: number(row.field_type) },
      ...{ data: text(row.field_data), isRequired: row.required === true },
      ...{ isEditable: row.editable_by_user !== false, isInSummary: row.display_in_profile_summary === true },
    };
}
