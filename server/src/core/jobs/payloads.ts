/** Every kind of job and what it is given; `handlers.ts` must have each. */
import type { CallWebhook } from '../../features/bots/webhook.ts';
import type { DeleteSent } from '../../features/message-delete/delete-sent.ts';
import type { DeliverScheduled } from '../../features/scheduled-messages/deliver.ts';
import type { RemovePicture } from '../../features/pictures/keep.ts';
import type { RemoveUnfinished } from '../../features/tus-uploads/expire.ts';
import type { RemoveFile, RemoveUnclaimed } from '../../features/uploads/remove.ts';
import type { MakeThumbnails, ShowThumbnails } from '../../features/uploads/thumbnails-later.ts';
import type { MissedMessages } from '../../features/notifications/missed.ts';
import type { TellMentioned } from '../../features/notifications/notify-mentioned.ts';
import type { Email } from '../../lib/mail/email.ts';

export interface JobPayloads {
  callWebhook: CallWebhook;
  deleteSent: DeleteSent;
  /** To ask whether a new address is theirs. */
  confirmEmail: { userId: number; email: string };
  /** As it was typed: there may be no such account. */
  resetPassword: { email: string };
  deliverScheduled: DeliverScheduled;
  missedMessages: MissedMessages;
  tellMentioned: TellMentioned;
  email: Email;
  removeFile: RemoveFile;
  removePicture: RemovePicture;
  removeUnclaimed: RemoveUnclaimed;
  removeUnfinished: RemoveUnfinished;
  makeThumbnails: MakeThumbnails;
  showThumbnails: ShowThumbnails;
}

export type JobKind = keyof JobPayloads;
