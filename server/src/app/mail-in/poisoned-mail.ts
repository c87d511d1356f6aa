/** Refuses an email that ends the process while it is read: its sender, or the mailbox, would bring it again and again. */
import { createHash } from 'node:crypto';
import type { AppContext } from '../../core/context/index.ts';
import { mayRun } from '../../core/jobs/index.ts';
import { EmailRefused } from '../../features/notifications/index.ts';

/** Its sender gets no notice by us, for which it would have to be read. */
export class PoisonedMail extends EmailRefused {
  constructor() {
    super('unreadable', 'This email cannot be read.');
  }
}

/** @throws PoisonedMail if the process has ended three times while this email was read */
export async function withMailMark<T>(app: AppContext, raw: Buffer, work: () => Promise<T>): Promise<T> {
  const key = `email ${createHash('sha256').update(raw).digest('base64url')}`;
  if (!(await mayRun(app, key, 'it read an email'))) throw new PoisonedMail();
  return app.runningWork.run(key, work);
}
