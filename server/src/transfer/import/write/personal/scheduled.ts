/** Imports messages that were to be sent later. */
import type { Tx } from '../../../../core/log/index.ts';
import { insertScheduled } from '../../../../features/scheduled-messages/index.ts';
import type { ScheduledEntry } from '../../records.ts';
import type { ImportContext } from '../context.ts';
import { topicName } from '../topics.ts';
import { clientName } from '../message-rows.ts';
import { lostReasons } from './lost-reasons.ts';
import { Renderer } from '../renderer.ts';
import { writeText } from '../texts.ts';

/** One whose time came before the import is kept as not sent: its author decides. */
export async function storeScheduled(
  tx: Tx,
  context: ImportContext,
  userId: number,
  { place, topic, text, at }: ScheduledEntry,
): Promise<void> {
  const { people, channels, groups, product, report } = context;
  const channelId = 'channel' in place ? channels.get(place.channel) : undefined;
  const recipients =
    'direct' in place ? place.direct.map((one) => people.get(one)).filter((one) => one !== undefined) : [];
  if (channelId === undefined && recipients.length === 0) {
    report.problem(`person ${userId}`, lostReasons.scheduled);
    return;
  }
  const none = {
    files: new Map(),
    locate: () => undefined,
    isOnlyOne: () => false,
    emojiName: () => undefined,
  };
  const content = writeText(text, { cache: tx.cache, people, channels, groups, ...none });
  const renderer = new Renderer(context);
  renderer.begin(tx.cache, undefined);
  const values = {
    user_id: userId,
    channel_id: channelId ?? null,
    recipients: JSON.stringify(recipients),
    topic: channelId === undefined ? '' : topicName(topic),
    content,
    rendered: renderer.render(userId, content).html,
    client: clientName(product),
    deliver_at: at,
    keeps_unread: 0,
    target_message_id: null,
    key_id: null,
  };
  if (at > tx.now) await insertScheduled(tx, values);
  else
    await tx.q
      .insertInto('scheduled_message')
      .values({ org_id: tx.orgId, ...values, is_failed: 1 })
      .execute();
}
