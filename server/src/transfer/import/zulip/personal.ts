/** Reads what people keep for themselves. It is on disk until it is written, since there may be many rows of it. */
import type { PersonalRecord, ScheduledEntry, SourceRecord } from '../records.ts';
import type { DraftEntry } from '../reading/more-records.ts';
import type { Scratch } from '../scratch.ts';
import { id, number, text, type Row, type Tables } from './tables.ts';

type Lists = { -readonly [Key in keyof Omit<PersonalRecord, 'kind' | 'id'>]: PersonalRecord[Key][number][] };
/** An item, with the list that it belongs to. */
type Item = { [Key in keyof Lists]: [list: Key, item: Lists[Key][number]] }[keyof Lists];

const noLists = (): Lists => ({
  values: [],
  alertWords: [],
  mutedPeople: [],
  topics: [],
  snippets: [],
  scheduled: [],
  views: [],
  drafts: [],
  seen: [],
});
const ms = (seconds: unknown): number => Math.floor((number(seconds) || 0) * 1000);

type Schedule = (row: Row) => ScheduledEntry | undefined;
/** Where the message or draft of a row goes. */
type Place = (row: Row) => DraftEntry['place'];

/** @param schedule Returns undefined for a message that nobody would get. */
export async function* readPersonal(
  rows: Tables,
  scratch: Scratch,
  { schedule, place }: { schedule: Schedule; place: Place },
): AsyncGenerator<SourceRecord> {
  const stored = scratch.table();
  for await (const [person, item] of readItems(rows, schedule, place)) {
    if (typeof item === 'string') yield { kind: 'problem', place: person, reason: item };
    else {
      stored.add(person, JSON.stringify(item));
      await scratch.count();
    }
  }
  let current: { id: string; lists: Lists } | undefined;
  for (const [person, json] of stored.entries()) {
    if (current?.id !== person) {
      if (current) yield { kind: 'personal', id: current.id, ...current.lists };
      current = { id: person, lists: noLists() };
    }
    const [list, item] = JSON.parse(json) as Item;
    (current.lists[list] as unknown[]).push(item);
  }
  if (current) yield { kind: 'personal', id: current.id, ...current.lists };
}

/** Yields the person and the item, or the place and the reason of a problem. */
async function* readItems(
  rows: Tables,
  schedule: Schedule,
  findPlace: Place,
): AsyncGenerator<[person: string, item: Item | string]> {
  for await (const { row } of rows.read('zerver_customprofilefieldvalue'))
    if (row) yield [id(row.user_profile), ['values', { field: id(row.field), value: text(row.value) }]];
  for await (const { row } of rows.read('zerver_alertword'))
    if (row) yield [id(row.user_profile), ['alertWords', text(row.word)]];
  for await (const { row } of rows.read('zerver_muteduser'))
    if (row)
      yield [id(row.user_profile), ['mutedPeople', { person: id(row.muted_user), at: ms(row.date_muted) }]];
  for await (const { row } of rows.read('zerver_usertopic'))
    if (row) yield [id(row.user_profile), ['topics', convertTopic(row)]];
  for await (const { row } of rows.read('zerver_savedsnippet'))
    if (row)
      yield [id(row.user_profile), ['snippets', { title: text(row.title), content: text(row.content) }]];
  for await (const { row } of rows.read('zerver_navigationview'))
    if (row)
      yield [
        id(row.user),
        [
          'views',
          { fragment: text(row.fragment), isPinned: row.is_pinned === true, name: text(row.name) || null },
        ],
      ];
  for await (const { row } of rows.read('zerver_draft'))
    if (row) {
      const [topic, content, at] = [text(row.topic), text(row.content), ms(row.last_edit_time)];
      yield [id(row.user_profile), ['drafts', { place: findPlace(row), topic, content, at }]];
    }
  for await (const { row } of rows.read('zerver_userpresence')) {
    const connectedAt = ms(row?.last_connected_time);
    if (row && connectedAt > 0)
      yield [id(row.user_profile), ['seen', { activeAt: ms(row.last_active_time), connectedAt }]];
  }
  for await (const { row, place } of rows.read('zerver_scheduledmessage')) {
    if (!row || row.delivered === true) continue;
    const entry = row.delivery_type === 2 ? undefined : schedule(row);
    if (entry) yield [id(row.sender), ['scheduled', entry]];
    else yield [place, 'A reminder, or a scheduled message that nobody would get.'];
  }
}

const convertTopic = (row: Row): PersonalRecord['topics'][number] => ({
  channel: id(row.stream),
  topic: text(row.topic_name),
  at: ms(row.last_updated),
  // Before there were several policies, a row meant that the topic was muted.
  policy: row.visibility_policy === undefined ? 1 : number(row.visibility_policy),
});

export async function* readFields(rows: Tables): AsyncGenerator<SourceRecord> {
  const all: Row[] = [];
  for await (const { row } of rows.read('zerver_customprofilefield')) if (row) all.push(row);
  for (const row of all.sort((a, b) => number(a.order) - number(b.order)))
    yield {
      kind: 'field',
      id: id(row.id),
      name: text(row.name),
      hint: text(row.hint),
      type: number(row.field_type),
      data: text(row.field_data),
      isRequired: row.required === true,
      isEditable: row.editable_by_user !== false,
      isInSummary: row.display_in_profile_summary === true,
      isForMatching: row.use_for_user_matching === true,
    };
}
