/** Notifies the owners of all organizations of a failed backup. */
import type { AppContext } from '../../core/context/index.ts';
import { notifyOwners } from '../../features/message-send/index.ts';

/** The reason is only logged, for the operator: it may contain paths on the server. */
export async function notifyOfFailedBackup(app: AppContext, lastMadeAt: number | undefined): Promise<void> {
  const last =
    lastMadeAt === undefined
      ? { last: 'none', time: '' }
      : { last: 'some', time: new Date(lastMadeAt).toISOString() };
  for (const { id } of app.organizations.names)
    await app.db.write(id, 'system', (tx) => notifyOwners(tx, (t) => t('notices.backupFailed', last)));
}
