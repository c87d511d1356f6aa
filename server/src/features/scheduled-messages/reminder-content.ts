/**
 * What reminders say. A row stores only the reminder's own words; the message that it is about is looked up whenever the
 * reminder is shown or delivered, so that it is quoted as it is then, and not at all if the person cannot read it then.
 */
import { limits } from '../../../../wire/core.ts';
import type { Reminder } from '../../../../wire/reminders.ts';
import { type Quotable, type Reader, getUrl, quotableMessages, quoted } from '../../core/messages/index.ts';
import { textsOfPerson } from '../../core/organization/index.ts';
import { getUserVisibility } from '../../core/users/index.ts';
import type { Db } from '../../db/db.ts';
import { truncate } from '../../lib/text.ts';
import { getMention, prepareDraft } from '../message-send/index.ts';
import { reminderObject, type ScheduledRow } from './serialize.ts';

/** More than the text around the quotation takes. */
const roomAround = 500;
const quotedLength = limits.messageLength - limits.reminderNoteLength - roomAround;

/**
 * The reminders as they are to be shown now.
 * @param deleted Messages that the transaction is about to delete.
 */
export async function reminderObjects(
  db: Db,
  reader: Reader,
  rows: readonly ScheduledRow[],
  deleted: ReadonlySet<number> = new Set(),
): Promise<Reminder[]> {
  if (rows.length === 0) return [];
  const ids = new Set(rows.map(getTarget).filter((id) => !deleted.has(id)));
  const messages = await quotableMessages(db, reader, [...ids]);
  const sees = await getUserVisibility(db, reader.cache, reader.user);
  const toHtml = (text: string): string => prepareDraft(reader, text, { sees }).rendered.html;
  return rows.map((row) => {
    const message = messages.get(getTarget(row));
    const own = ownWords(row);
    // An earlier version stored a quotation, too.
    const ownHtml = own === row.content ? row.rendered : toHtml(own);
    const quotation = message ? [`<blockquote>\n${message.rendered}\n</blockquote>`] : [];
    return reminderObject(row, {
      content: getText(reader, own, message),
      rendered_content: [ownHtml, toHtml(reference(reader, message)), ...quotation].join('\n'),
    });
  });
}

/** The text with which a reminder is delivered, in Markdown. */
export async function reminderText(db: Db, reader: Reader, row: ScheduledRow): Promise<string> {
  const id = getTarget(row);
  const message = (await quotableMessages(db, reader, [id])).get(id);
  return getText(reader, ownWords(row), message);
}

const getTarget = ({ target_message_id: id }: ScheduledRow): number => id ?? 0;

function getText(reader: Reader, own: string, message: Quotable | undefined): string {
  const around = [own, reference(reader, message)];
  if (!message) return around.join('\n\n');
  const cut = `\n${textsOfPerson(reader.cache, reader.user)('notices.truncated')}`;
  return [...around, quoted(truncate(message.content, quotedLength, cut))].join('\n\n');
}

/** Introduces the quotation, or says why there is none. */
function reference({ cache, user }: Reader, message: Quotable | undefined): string {
  const t = textsOfPerson(cache, user);
  if (!message) return t('notices.reminderHidden');
  return t('notices.wrote', { user: getMention(message.sender), url: getUrl(message) });
}

/**
 * COMPAT(heddle): earlier versions stored the reference and the quotation behind the reminder's own words, and nodes of
 * such a version may still do so.
 */
function ownWords({ content, target_message_id: id }: ScheduledRow): string {
  const parts = content.split('\n\n');
  const [referring, quotation] = parts.slice(-2);
  const isQuotation = quotation?.split('\n').every((line) => line.startsWith('>')) === true;
  return isQuotation && referring?.includes(`/near/${id})`) === true
    ? parts.slice(0, -2).join('\n\n')
    : content;
}
