/** Highlights search matches in the content and topic of messages. */
import type {
  CheckMessagesMatchNarrowResponse,
  CheckMessagesMatchNarrowParams,
  FoundMessage,
} from '../../../../wire/messages.ts';
import type { Db } from '../../db/db.ts';
import { prepared } from '../../db/prepared.ts';
import { inListParam, listValue } from '../../db/sql.ts';
import { parseNarrow } from '../../lib/narrow/parse.ts';
import type { Term } from '../../lib/narrow/terms.ts';
import { highlightHtml, highlightText } from '../../lib/search/highlight.ts';
import { searchQuery, type SearchTerm } from '../../lib/search/query.ts';
import { checkAmount, narrowed } from './fetch.ts';
import type { Reader } from '../../core/messages/index.ts';

const textsByIds = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(['id', 'topic', 'rendered'])
    .where(inListParam(dialect, 'id', p.list)),
);

const searches = (terms: readonly Term[]): boolean => terms.some(({ op }) => op === 'search');

const searchTermsIn = (terms: readonly Term[]): SearchTerm[] =>
  terms.flatMap((term) => (term.op === 'search' && !term.negated ? searchQuery(term.operand).wanted : []));

/** Adds the highlighted content and topic if the narrow searches for words. */
export async function addMatches(
  db: Db,
  messages: FoundMessage[],
  terms: readonly Term[],
  isRendered: boolean,
): Promise<void> {
  if (messages.length === 0 || !searches(terms)) return;
  const wanted = searchTermsIn(terms);
  const ids = messages.map((message) => message.id);
  const html = isRendered ? undefined : await renderedBy(db, ids);
  const subject = oncePer((topic) => highlightText(topic, wanted));
  for (const message of messages) {
    message.match_content = highlightHtml(html?.get(message.id) ?? message.content, wanted);
    message.match_subject = subject(message.subject);
  }
}

/** Memoizes by topic, since many messages share few topics. */
function oncePer(make: (topic: string) => string): (topic: string) => string {
  const known = new Map<string, string>();
  return (topic) => {
    const made = known.get(topic) ?? make(topic);
    known.set(topic, made);
    return made;
  };
}

async function renderedBy(db: Db, ids: readonly number[]): Promise<Map<number, string>> {
  const rows = await db.rows(textsByIds, { list: listValue(db.dialect, ids) });
  return new Map(rows.map((row) => [row.id, row.rendered]));
}

/**
 * GET /messages/matches_narrow: the messages that match the narrow and that the reader may read.
 * @throws ApiError for too many messages, NarrowError for an invalid narrow
 */
export async function checkMessagesMatchNarrow(
  db: Db,
  reader: Reader,
  { msg_ids, narrow }: CheckMessagesMatchNarrowParams,
): Promise<CheckMessagesMatchNarrowResponse> {
  checkAmount(msg_ids.length);
  const terms = parseNarrow(narrow);
  const wanted = searchTermsIn(terms);
  const ids = await narrowed(db, reader, terms, msg_ids);
  const messages: CheckMessagesMatchNarrowResponse['messages'] = {};
  for (const { id, topic, rendered } of await db.rows(textsByIds, { list: listValue(db.dialect, ids) }))
    messages[id] = {
      match_content: highlightHtml(rendered, wanted),
      match_subject: highlightText(topic, wanted),
    };
  return { messages };
}
