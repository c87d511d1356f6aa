/** What does each kind of job: a kind without a handler does not compile. */
import { callWebhook } from '../../features/bots/webhook.ts';
import { deleteSent } from '../../features/message-delete/delete-sent.ts';
import { sendConfirmation } from '../../features/users/change-email.ts';
import { sendResetLink } from '../../features/sign-in/reset-password.ts';
import { removePicture } from '../../features/pictures/keep.ts';
import { removeUnfinished } from '../../features/tus-uploads/expire.ts';
import { deliverScheduled } from '../../features/scheduled-messages/deliver.ts';
import { removeFile, removeUnclaimed } from '../../features/uploads/remove.ts';
import { makeThumbnails, showThumbnails } from '../../features/uploads/thumbnails.ts';
import { missedMessages } from '../../features/notifications/missed.ts';
import { tellMentioned } from '../../features/notifications/notify-mentioned.ts';
import type { Heddle } from '../../app/open-app.ts';
import { deliverEmail } from '../../lib/mail/deliver.ts';
import type { JobKind, JobPayloads } from './payloads.ts';

export interface JobContext<Kind extends JobKind> {
  heddle: Heddle;
  orgId: number;
  payload: JobPayloads[Kind];
  /** 1 for the first try. */
  attempt: number;
}

export type JobHandler<Kind extends JobKind> = (context: JobContext<Kind>) => Promise<void>;
export type JobHandlers = { readonly [Kind in JobKind]: JobHandler<Kind> };

export const jobHandlers: JobHandlers = {
  callWebhook,
  deleteSent,
  confirmEmail: sendConfirmation,
  resetPassword: sendResetLink,
  deliverScheduled,
  missedMessages,
  tellMentioned,
  email: ({ heddle, payload }) => deliverEmail(heddle.config, payload),
  removeFile,
  removePicture,
  removeUnclaimed,
  removeUnfinished,
  makeThumbnails,
  showThumbnails,
};
