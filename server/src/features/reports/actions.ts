/** Reports a message: the notification bot posts it to the channel for moderation requests. */
import { limits } from '../../../../wire/core.ts';
import { longestReportDescription, type ReportMessageParams } from '../../../../wire/reports.ts';
import type { AppContext } from '../../core/context/index.ts';
import {
  type Quotable,
  getUrl,
  messageForReading,
  quotableMessage,
  quoted,
} from '../../core/messages/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type Principal,
  type User,
  organizationSettings,
  textsOfOrganization,
} from '../../core/organization/index.ts';
import { apiError } from '../../lib/errors.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { codePoints, truncate } from '../../lib/text.ts';
import { getMention, notificationBot, prepareDraft, sendToChannel } from '../message-send/index.ts';

type Report = ReportMessageParams & { message_id: number };

/** More than the text around the quotation takes. */
const roomAround = 500;

/** @throws ApiError without a moderation channel, without a required explanation, and for an unreadable message */
export async function reportMessage(
  app: AppContext,
  me: Principal,
  report: Report,
  origin: string,
): Promise<void> {
  moderationChannel(me.cache);
  const description = report.description.trim();
  if (report.report_type === 'other' && description === '') throw apiError('reports.explanation-required');
  if (codePoints(description) > longestReportDescription)
    throw apiError('parameters.too-long', { name: 'description', limit: longestReportDescription });
  const reported = await quotableMessage(app.db.read, me, report.message_id);
  const t = textsOfOrganization(me.cache);
  const content = truncate(
    reported.content,
    limits.messageLength - longestReportDescription - roomAround,
    `\n${t('notices.truncated')}`,
  );
  const reason = t(`notices.report.${report.report_type}`);
  const text = reportText(t, { ...reported, content, reporter: me.user, reason, description });
  const bot = notificationBot(me);
  const draft = prepareDraft({ cache: me.cache, user: bot }, text, { organizationUrl: origin });
  await app.db.write(me.orgId, me, async (tx) => {
    await messageForReading(tx, me, report.message_id);
    const channel = moderationChannel(tx.cache);
    const topic =
      channel.topicsPolicy === 'empty_topic_only'
        ? ''
        : t('notices.moderationTopic', { name: reported.sender.fullName });
    await sendToChannel(tx, bot, { to: channel.id, topic }, { draft, client: 'Internal' });
  });
}

function moderationChannel(cache: OrganizationCache): Channel {
  const channel = cache.channels.get(organizationSettings(cache).moderation_request_channel_id);
  if (!channel || channel.isArchived) throw apiError('channels.reports-unset');
  return channel;
}

// The message of the notification bot.

interface ReportedMessage extends Quotable {
  reporter: User;
  /** The name of the kind of report. */
  reason: string;
  description: string;
}

/** Markdown. User-written text is quoted, so that it mentions nobody and cannot continue outside the quotation. */
function reportText(t: Texts, report: ReportedMessage): string {
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
