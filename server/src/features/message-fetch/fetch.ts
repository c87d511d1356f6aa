/** Fetches messages: a range of a narrow, several by id, or one. */
import {
  maxMessagesPerSide,
  type FoundMessage,
  type GetMessageParams,
  type GetMessagesResponse,
  type GetMessagesParams,
  type Message,
} from '../../../../wire/messages.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue, type Dialect } from '../../db/sql.ts';
import { anonymousId } from '../../core/channels/index.ts';
import { type Reader, flagsFor, membersOfDirects, visibleRows } from '../../core/messages/index.ts';
import { type UserVisibility, getUserVisibility } from '../../core/users/index.ts';
import { getIds, planNarrow } from '../narrow/index.ts';
import { reactionsTo } from '../reactions/index.ts';
import { getSubmessages } from '../submessages/index.ts';
import { apiError, incompatible } from '../../lib/errors.ts';
import { JsonText, joinObjects, listText } from '../../lib/json/json-text.ts';
import { topicLinks } from '../../lib/markdown/links/topic-links.ts';
import { parseNarrow } from '../../lib/narrow/parse.ts';
import type { Term } from '../../lib/narrow/terms.ts';
import { usesOldExtraEmojiName } from '../../lib/client-programs.ts';
import { afterAll, rangeAround } from './fetch-range.ts';
import { matchesIn } from './matching.ts';
import { messageWriter, shownTopic, type FetchedRow } from './serialize-fetched.ts';

/** The messages for those who look at them. @throws as `fetchMessages` */
export async function getMessages(db: Db, reader: Reader, params: FetchParams): Promise<GetMessagesResponse> {
  const { messages, ...rest } = await fetchMessages(db, reader, params);
  return { ...rest, messages: messages.toJSON() };
}

type Fetched = Omit<GetMessagesResponse, 'messages'> & { messages: JsonText<FoundMessage[]> };

/** The messages as JSON. @throws ApiError for incompatible parameters, NarrowError for an invalid narrow */
export async function fetchMessages(db: Db, reader: Reader, params: FetchParams): Promise<Fetched> {
  return params.message_ids === undefined
    ? messagesAround(db, reader, params)
    : messagesByIds(db, reader, params, params.message_ids);
}

async function messagesAround(db: Db, reader: Reader, params: FetchParams): Promise<Fetched> {
  const { num_before: before = 0, num_after: after = 0 } = params;
  checkAmount(before + after);
  const terms = termsFor(reader, params);
  const messageRange = await rangeAround(db, reader, terms, {
    anchor: params.anchor,
    anchorDate: params.anchor_date,
    fromFirstUnread: params.use_first_unread_anchor,
    includeAnchor: params.include_anchor,
    before,
    after,
  });
  return {
    messages: await loadFound(db, reader, messageRange.ids, params, terms),
    anchor: messageRange.anchor,
    found_anchor: messageRange.foundAnchor,
    found_oldest: messageRange.foundOldest,
    found_newest: messageRange.foundNewest,
    history_limited: false,
  };
}

const excludedByIds = [
  'num_before',
  'num_after',
  'anchor',
  'message_ids',
  'include_anchor',
  'use_first_unread_anchor',
];

async function messagesByIds(
  db: Db,
  reader: Reader,
  params: FetchParams,
  wanted: readonly number[],
): Promise<Fetched> {
  if (params.num_before || params.num_after || params.anchor !== undefined || params.use_first_unread_anchor)
    throw incompatible(...excludedByIds);
  checkAmount(wanted.length);
  const terms = termsFor(reader, params);
  const ids = await narrowed(db, reader, terms, wanted);
  return {
    messages: await loadFound(db, reader, ids, params, terms),
    found_anchor: false,
    found_oldest: false,
    found_newest: false,
    history_limited: false,
  };
}

/** A key restricted to one channel finds nothing outside it. */
function termsFor({ onlyChannel }: Reader, { narrow }: Pick<FetchParams, 'narrow'>): Term[] {
  const terms = parseNarrow(narrow);
  if (onlyChannel === undefined) return terms;
  return [{ op: 'channel', operand: onlyChannel, negated: false }, ...terms];
}

/** The ids that match the narrow and that the reader may read. @throws NarrowError for an invalid narrow, also without ids */
export async function narrowed(
  db: Db,
  reader: Reader,
  terms: readonly Term[],
  wanted: readonly number[],
): Promise<number[]> {
  const ids = wanted.filter((id) => id > 0 && id < afterAll);
  if (terms.length === 0) return (await visibleRows(db, reader, ids)).map((row) => row.id);
  const plan = await planNarrow(db, reader, terms, ids);
  if (ids.length === 0) return [];
  const range = { low: Math.min(...ids), high: Math.max(...ids), limit: ids.length };
  return getIds(db, reader, plan, range, 'oldest');
}

/** @throws ApiError for more messages than one request may fetch */
export function checkAmount(amount: number): void {
  if (amount > maxMessagesPerSide)
    throw apiError('messages.too-many-requested', { limit: maxMessagesPerSide });
}

type Form = Pick<GetMessagesParams, 'apply_markdown' | 'allow_empty_topic_name'> & ReadBy;

/** The requesting client. */
interface ReadBy {
  userAgent: string;
  /** Origin of the organization as the client reaches it. */
  origin: string;
}

export const readBy = ({ userAgent, origin }: ReadBy): ReadBy => ({ userAgent, origin });

type FetchParams = GetMessagesParams & ReadBy;

/** Writes messages with the matches of a search. */
async function loadFound(
  db: Db,
  reader: Reader,
  ids: readonly number[],
  form: Form,
  terms: readonly Term[],
): Promise<JsonText<FoundMessage[]>> {
  // A term such as `with` may have replaced the one for the channel.
  const { onlyChannel } = reader;
  const shown = onlyChannel === undefined ? ids : (await visibleRows(db, reader, ids)).map(({ id }) => id);
  const messages = await load(db, reader, shown, form);
  const match = await matchesIn(db, messages, terms, form.apply_markdown);
  return listText(
    messages.map((message) => (match ? joinObjects(message.json, match(message)) : message.json)),
  );
}

interface LoadedMessage {
  id: number;
  text: string;
  subject: string;
  json: string;
}

/** Loads messages that are known to be visible, in order of their ids. */
async function load(db: Db, reader: Reader, ids: readonly number[], form: Form): Promise<LoadedMessage[]> {
  if (ids.length === 0) return [];
  const list = listValue(db.dialect, ids);
  const rows: FetchedRow[] = await db.rows(form.apply_markdown ? renderedRows : sourceRows, { list });
  const { cache } = reader;
  const [sees, flags, people, reactions, submessages] = await Promise.all([
    loadVisibility(db, reader),
    flagsFor(db, cache, reader.id, rows),
    membersOfDirects(db, reader.orgId, [...new Set(rows.flatMap((row) => row.direct_id ?? []))]),
    reactionsTo(db, rows, { usesOldName: usesOldExtraEmojiName(form.userAgent) }),
    getSubmessages(db, rows),
  ]);
  const shown = {
    cache,
    reader,
    sees,
    host: new URL(form.origin).hostname,
    isRendered: form.apply_markdown,
    emptyTopics: form.allow_empty_topic_name,
    flags,
    people,
    reactions,
    submessages,
    topicLinks: (topic: string) => topicLinks(topic, cache.organization.linkifiers),
  };
  const write = messageWriter(shown);
  return rows.map((row) => ({
    id: row.id,
    text: row.text,
    subject: row.channel_id === null ? '' : shownTopic(row.topic, shown),
    json: write(row),
  }));
}

/** Spectators see all senders in web-public channels. */
const loadVisibility = async (db: Db, { id, cache, user }: Reader): Promise<UserVisibility> =>
  id === anonymousId ? () => true : getUserVisibility(db, cache, user);

const rowsBy = (text: 'rendered' | 'content') =>
  prepared<{ list: unknown }>()((q, p, dialect: Dialect) =>
    q
      .selectFrom('message')
      .select(['id', 'channel_id', 'direct_id', 'sender_id', 'topic', 'client', 'sent_at', 'edited_at'])
      .select(['moved_at', 'edit_history', 'traits', `${text} as text`])
      .where(inListParam(dialect, 'id', p.list))
      .orderBy('id'),
  );
const renderedRows = rowsBy('rendered');
const sourceRows = rowsBy('content');

const contentById = prepared<{ id: number }>()((q, p) =>
  q.selectFrom('message').select('content').where('id', '=', p.id),
);

/** @throws ApiError, the same one for a missing message and for one that the reader may not read */
export async function getMessage(
  db: Db,
  reader: Reader,
  params: GetMessageParams & ReadBy & { message_id: number },
): Promise<{ message: JsonText<Message>; raw_content: string }> {
  const ids = (await visibleRows(db, reader, [params.message_id])).map((row) => row.id);
  const [message] = await load(db, reader, ids, params);
  const row = message && (await db.first(contentById, { id: message.id }));
  if (!row) throw apiError('messages.not-found');
  return { message: new JsonText([Buffer.from(message.json)]), raw_content: row.content };
}
