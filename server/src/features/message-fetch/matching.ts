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
import { oncePer } from './once-per.ts';

const textsByIds = prepared<{ list: unknown }>()((q, p, dialect) =>
  q
    .selectFrom('message')
    .select(['id', 'topic', 'rendered'])
    .where(inListParam(dialect, 'id', p.list)),
);

const searches = (terms: readonly Term[]): boolean => terms.some(({ op }) => op === 'search');

const searchTermsIn = (terms: readonly Term[]): SearchTerm[] =>
  terms.flatMap((term) => (term.op === 'search' && !term.negated ? searchQuery(term.operand).wanted : []));

/** A message as it is shown. */
interface ShownTexts {
  id: number;
  text: string;
  subject: string;
}

type Match = Required<Pick<FoundMessage, 'match_content' | 'match_subject'>>;

/** Highlights the content and topic; nothing if the narrow does not search for words. */
export async function matchesIn(
  db: Db,
  messages: readonly ShownTexts[],
  terms: readonly Term[],
  isRendered: boolean,
): Promise<((message: ShownTexts) => Match) | undefined> {
  if (messages.length === 0 || !searches(terms)) return undefined;
  const wanted = searchTermsIn(terms);
  const ids = messages.map((message) => message.id);
  const html = isRendered ? undefined : await renderedBy(db, ids);
  // Many messages share few topics.
  const match_subject = oncePer((topic: string) => highlightText(topic, wanted));
  return ({ id, text, subject }) => ({
    match_content: highlightHtml(html?.get(id) ?? text, wanted),
    match_subject: match_subject(subject),
  });
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
