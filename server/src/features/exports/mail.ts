import { exportDays } from '../../../../wire/exports.ts';
import { enqueue, sendEmail } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { textsOfPerson } from '../../core/organization/index.ts';
import { downloadPrefix, type ExportRow } from './serialize.ts';

/** Notifies the person who requested the export that it is ready, or that it failed. */
export async function writeToActing(tx: Tx, row: ExportRow, origin: string): Promise<void> {
  const user = tx.cache.users.get(row.acting_user_id);
  if (!user?.isActive) return;
  const t = textsOfPerson(tx.cache, user);
  const { name } = tx.cache.organization;
  const text =
    row.failed_at === null
      ? t('mail.exported.text', { name, url: `${origin}${downloadPrefix}${row.id}`, days: exportDays })
      : t('mail.exportFailed.text', { name });
  await enqueue(tx, sendEmail, {
    to: user.deliveryEmail,
    subject: row.failed_at === null ? t('mail.exported', { name }) : t('mail.exportFailed', { name }),
    text: [t('mail.helloName', { name: user.fullName }), text].join('\n\n'),
  });
}
