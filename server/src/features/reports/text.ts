/** The message of the notification bot about a reported message. */
import { type Quotable, quoted, getUrl } from '../../core/messages/index.ts';
import type { User } from '../../core/organization/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { getMention } from '../message-send/index.ts';

export interface Report extends Quotable {
  reporter: User;
  /** The name of the kind of report. */
  reason: string;
  description: string;
}

/** Markdown. User-written text is quoted, so that it mentions nobody and cannot continue outside the quotation. */
export function reportText(t: Texts, report: Report): string {
  const { reporter, sender, sentAt, reason, description, content, place } = report;
  const time = `<time:${new Date(sentAt).toISOString()}>`;
  const others = 'people' in place ? place.people.filter((user) => user.id !== sender.id) : [];
  const values = { reporter: getMention(reporter), sender: getMention(sender), time };
  const recipients = others.map(getMention).join(', ');
  return [
    recipients === '' ? t('notices.reported', values) : t('notices.reportedTo', { ...values, recipients }),
    quoted(description === '' ? `**${reason}**` : `**${reason}**. ${description}`),
    t('notices.originalMessage', { url: getUrl(report) }),
    quoted(content),
  ].join('\n\n');
}
