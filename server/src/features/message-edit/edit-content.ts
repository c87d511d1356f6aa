/** Changes the content of a message, within the time limit of the organization. */
import type { Attachment } from '../../../../wire/attachments.ts';
import { prepared } from '../../db/prepared.ts';
import { enqueue, jobKind } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { peopleIn, replaceWords } from '../../core/messages/index.ts';
import {
  type Channel,
  type OrganizationCache,
  type User,
  organizationSettings,
} from '../../core/organization/index.ts';
import { flagBit, replaceUserFlagBits, trait } from '../../core/read-state/index.ts';
import {
  type Draft,
  type MentionPlace,
  type Mentions,
  presence,
  replaceMentions,
  resolveMentions,
  getTraits,
} from '../message-send/index.ts';
import { claimAttachments, enqueueShowingThumbnails } from '../uploads/index.ts';
import { enqueuePreviews } from '../website-previews/index.ts';
import { apiError } from '../../lib/errors.ts';
import { renderVersion } from '../../lib/markdown/render.ts';
import type { EditedMessage } from './requested-edit.ts';

/** Added to time limits, since clients measure them with their own clocks. */
export const leewaySeconds = 20;

/** @throws ApiError unless the caller is the sender, for polls, after the time limit, and if editing is disabled */
export function checkMayEditContent(
  { cache, now }: { cache: OrganizationCache; now: number },
  user: User,
  message: { sender_id: number; sentAt: number; traits: number },
): void {
  if (message.sender_id !== user.id) throw apiError('messages.edit-not-allowed');
  if (message.traits & trait.hasSubmessage) throw apiError('messages.edit-widget');
  const settings = organizationSettings(cache);
  if (!settings.allow_message_editing) throw apiError('messages.editing-disabled');
  const limit = settings.message_content_edit_limit_seconds;
  if (limit !== null && now - message.sentAt > (limit + leewaySeconds) * 1000)
    throw apiError('messages.edit-too-late');
}

/** Traits that do not depend on the content. */
const lasting = trait.hasReaction | trait.quiet | trait.unreadForSender;

const setContent = prepared<{
  org_id: number;
  id: number;
  content: string;
  rendered: string;
  edited_at: number;
  traits: number;
}>()((q, p) =>
  q
    .updateTable('message')
    .set({
      content: p.content,
      rendered: p.rendered,
      render_version: renderVersion,
      edited_at: p.edited_at,
      traits: p.traits,
    })
    .where('org_id', '=', p.org_id)
    .where('id', '=', p.id),
);

/**
 * @returns the sender's files that no message links to any more
 * @throws ApiError when the sender may not mention those whom the new content mentions.
 */
export async function storeContent(
  tx: Tx,
  sender: User,
  message: EditedMessage,
  channel: Channel | undefined,
  { content, rendered, alerted }: Draft,
): Promise<Attachment[]> {
  const place = await getPlace(tx, message, channel);
  const mentions = await resolveMentions(tx, sender, rendered, place, message.id);
  const { hasAttachment, detached } = await claimAttachments(tx, sender, message.id, rendered.uploads);
  if (rendered.awaitedThumbnails.length > 0) await enqueueShowingThumbnails(tx, [message.id]);
  await enqueuePreviews(tx, sender, message.id, { content, rendered });
  const traits = getTraits(rendered, mentions, hasAttachment) | (message.traits & lasting);
  await tx.run(setContent, {
    org_id: tx.orgId,
    id: message.id,
    content,
    rendered: rendered.html,
    edited_at: tx.now,
    traits,
  });
  await replaceWords(tx, [message.id]);
  await replaceMentions(tx, message.id, mentions);
  if (reachesSomeone(mentions)) await enqueue(tx, jobs.notifyMentioned, { messageId: message.id });
  await replaceUserFlagBits(tx, message.id, flagBit.hasAlertWord, alerted.filter(presence(tx, place)));
  return detached;
}

const reachesSomeone = ({
  mentioned,
  mentionedGroups,
  topicMentioned,
  isChannelWildcard,
}: Mentions): boolean =>
  isChannelWildcard || mentioned.length + mentionedGroups.length + topicMentioned.length > 0;

async function getPlace(tx: Tx, message: EditedMessage, channel: Channel | undefined): Promise<MentionPlace> {
  if (channel) return { channel, topic: message.topic };
  const ids = await peopleIn(tx, message.direct_id ?? 0);
  return { people: ids.map((id) => tx.cache.users.get(id)).filter((user) => user !== undefined) };
}

// Job kinds of this feature, with their payloads.

export const jobs = {
  /** Notifies people whom an edit mentions. */
  notifyMentioned: jobKind<{ messageId: number }>('tellMentioned'),
};
