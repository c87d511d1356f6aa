/** Emails someone that their account can be used by signing in somewhere else. */
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { textsOfPerson, type User } from '../../core/organization/index.ts';

/** @param provider Its name. */
export async function announceLink(tx: Tx, user: User, provider: string): Promise<void> {
  if (!user.isActive) return;
  const t = textsOfPerson(tx.cache, user);
  const { name } = tx.cache.organization;
  await enqueue(tx, sendEmail, {
    to: user.deliveryEmail,
    subject: t('mail.linked', { name }),
    text: [
      t('mail.helloName', { name: user.fullName }),
      t('mail.linked.text', { name, provider }),
      t('mail.linked.notYou'),
    ].join('\n\n'),
  });
}
