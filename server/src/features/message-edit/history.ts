/** GET /messages/{message_id}/history: all versions of a message, oldest first. */
import type { MessageHistoryResponse, MessageSnapshot } from '../../../../wire/edits.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { type Reader, historyFor, visibleRows } from '../../core/messages/index.ts';
import { organizationSettings } from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import { emptyTopicDisplayName } from '../../../../wire/core.ts';
import type { EditHistoryItem } from '../../../../wire/messages.ts';

const presentById = prepared<{ id: number }>()((q, p) =>
  q
    .selectFrom('message')
    .select(['sender_id', 'topic', 'content', 'rendered', 'sent_at', 'edit_history'])
    .where('id', '=', p.id),
);

/** @throws ApiError for a message that the reader may not read, or where the organization shows no history. */
export async function messageHistory(
  db: Db,
  reader: Reader,
  id: number,
  emptyTopics: boolean,
): Promise<MessageHistoryResponse> {
  const policy = organizationSettings(reader.cache).message_edit_history_visibility_policy;
  if (policy === 'none') throw apiError('messages.history-disabled');
  const [row] = await visibleRows(db, reader, [id]);
  const present = row && (await db.first(presentById, { id }));
  if (!present) throw apiError('messages.not-found');
  const shown = { showsContent: policy === 'all', emptyTopics: emptyTopics || row.channel_id === null };
  const history = historyFor(reader, id, present.edit_history);
  return { message_history: snapshots({ ...present, history }, shown) };
}

// The edit history of a message as the API returns it.

/** A message as it is now, and as it was before. */
interface CurrentMessage {
  sender_id: number;
  topic: string;
  content: string;
  rendered: string;
  sent_at: number;
  /** Newest first. */
  history: readonly EditHistoryItem[];
}

interface HistoryOptions {
  /** Otherwise only moves are shown. */
  showsContent: boolean;
  /** The client supports empty topics, or the message is direct and has none. */
  emptyTopics: boolean;
}

/** Oldest first. Where content is not shown, every snapshot has the current content. */
function snapshots(
  present: CurrentMessage,
  { showsContent, emptyTopics }: HistoryOptions,
): MessageSnapshot[] {
  const getTopic = (topic: string) => (topic === '' && !emptyTopics ? emptyTopicDisplayName : topic);
  const list: MessageSnapshot[] = [];
  const budget = newDifferenceBudget();
  let { topic, content, rendered } = present;
  for (const stored of present.history) {
    const item = showsContent ? stored : placeOnly(stored);
    if (!item) continue;
    list.push(snapshot(item, { topic: getTopic(topic), content, rendered }, { getTopic, budget }));
    topic = item.prev_topic ?? topic;
    content = item.prev_content ?? content;
    rendered = item.prev_rendered_content ?? rendered;
  }
  list.push({
    topic: getTopic(topic),
    content,
    rendered_content: rendered,
    timestamp: Math.floor(present.sent_at / 1000),
    user_id: present.sender_id,
  });
  return list.reverse();
}

function placeOnly(item: EditHistoryItem): EditHistoryItem | undefined {
  if (item.prev_topic === undefined && item.prev_stream === undefined) return undefined;
  const { prev_content: _, prev_rendered_content: __, ...place } = item;
  return place;
}

function snapshot(
  item: EditHistoryItem,
  after: { topic: string; content: string; rendered: string },
  { getTopic, budget }: { getTopic: (topic: string) => string; budget: DifferenceBudget },
): MessageSnapshot {
  const one: MessageSnapshot = {
    topic: after.topic,
    content: after.content,
    rendered_content: after.rendered,
    timestamp: item.timestamp,
    user_id: item.user_id,
  };
  if (item.prev_topic !== undefined) one.prev_topic = getTopic(item.prev_topic);
  if (item.prev_stream !== undefined) one.prev_stream = item.prev_stream;
  if (item.stream !== undefined) one.stream = item.stream;
  if (item.prev_content === undefined) return one;
  one.prev_content = item.prev_content;
  one.prev_rendered_content = item.prev_rendered_content ?? '';
  one.content_html_diff = contentDifference(one.prev_rendered_content, after.rendered, budget);
  return one;
}

// The difference between two renderings as HTML: the new one with inserted and deleted words marked. Tags are those of the
// new rendering, so the result is as well-formed as it is.

/** A tag, a word with its entities, or white space. */
const token = /<[^>]*>|[^\s<]+|\s+/g;

/** Pairs of words compared for one difference; texts that need more are shown as one change. */
const mostPairs = 1_000_000;
/** Pairs of words compared in one history, whatever the number of its edits: about a tenth of a second. */
const mostPairsOfHistory = 10_000_000;

/** How many pairs may still be compared; each difference reduces it. */
interface DifferenceBudget {
  pairs: number;
}

const newDifferenceBudget = (): DifferenceBudget => ({ pairs: mostPairsOfHistory });

type Kind = 'same' | 'inserted' | 'deleted';
type Step = readonly [kind: Kind, token: string];

export function contentDifference(before: string, after: string, budget = newDifferenceBudget()): string {
  const old = before.match(token) ?? [];
  const now = after.match(token) ?? [];
  let start = 0;
  while (start < old.length && start < now.length && old[start] === now[start]) start++;
  let end = 0;
  while (end < old.length - start && end < now.length - start && old.at(-1 - end) === now.at(-1 - end)) end++;
  const middle = steps(old.slice(start, old.length - end), now.slice(start, now.length - end), budget);
  return [...now.slice(0, start), marked(middle), ...now.slice(now.length - end)].join('');
}

/** The longest common subsequence, by dynamic programming. */
function steps(old: readonly string[], now: readonly string[], budget: DifferenceBudget): Step[] {
  const pairs = old.length * now.length;
  if (pairs > Math.min(mostPairs, budget.pairs))
    return [...old.map((one): Step => ['deleted', one]), ...now.map((one): Step => ['inserted', one])];
  budget.pairs -= pairs;
  const width = now.length + 1;
  const lengths = new Uint32Array((old.length + 1) * width);
  const at = (i: number, j: number): number => lengths[i * width + j] ?? 0;
  for (let i = old.length - 1; i >= 0; i--)
    for (let j = now.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        old[i] === now[j] ? at(i + 1, j + 1) + 1 : Math.max(at(i + 1, j), at(i, j + 1));
  const list: Step[] = [];
  let i = 0;
  let j = 0;
  while (i < old.length || j < now.length) {
    const [left, right] = [old[i], now[j]];
    if (left !== undefined && left === right) {
      list.push(['same', left]);
      i++;
      j++;
    } else if (left !== undefined && (right === undefined || at(i + 1, j) >= at(i, j + 1))) {
      list.push(['deleted', left]);
      i++;
    } else if (right !== undefined) {
      list.push(['inserted', right]);
      j++;
    }
  }
  return list;
}

const isTag = (one: string): boolean => one.startsWith('<');

/** Adjacent words of one kind share a mark; a mark ends before a tag. */
function marked(list: readonly Step[]): string {
  let html = '';
  let open: Kind = 'same';
  const turnTo = (kind: Kind): void => {
    if (kind === open) return;
    if (open !== 'same') html += '</span>';
    if (kind !== 'same') html += `<span class="highlight_text_${kind}">`;
    open = kind;
  };
  for (const [kind, one] of list) {
    if (isTag(one)) {
      if (kind === 'deleted') continue;
      turnTo('same');
    } else turnTo(kind);
    html += one;
  }
  turnTo('same');
  return html;
}
