/** Emails users about a sign-in from a browser or app that is new for their account. */
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { textsOfPerson, userSetting } from '../../core/organization/index.ts';
import type { NewDeviceSignIn } from '../../core/sessions/index.ts';
import { describeDevice } from '../../lib/client-programs.ts';

export async function warnOfNewDevice(
  tx: Tx,
  { userId, userAgent, address }: NewDeviceSignIn,
): Promise<void> {
  const user = tx.cache.users.get(userId);
  if (!user?.isActive || !userSetting(user, 'enable_login_emails')) return;
  const t = textsOfPerson(tx.cache, user);
  const { name } = tx.cache.organization;
  const when = new Date(tx.now).toISOString().replace('T', ' ').slice(0, 16);
  await enqueue(tx, sendEmail, {
    to: user.deliveryEmail,
    subject: t('mail.newDevice', { name }),
    text: [
      t('mail.helloName', { name: user.fullName }),
      t('mail.newDevice.text', { name, device: describeDevice(userAgent), address, when }),
      t('mail.newDevice.notYou'),
    ].join('\n\n'),
  });
}
