/** Notifies the owners of an organization by direct message, and thus by email if they are away. */
import { roles } from '../../../../wire/core.ts';
import type { SetAsideJob } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import { textsOfPerson } from '../../core/organization/index.ts';
import type { Texts } from '../../lib/i18n/i18n.ts';
import { draftFor, notificationBot } from './notification-bot.ts';
import { sendDirect } from './send.ts';

/** @param getText In the language of an owner. */
export async function notifyOwners(tx: Tx, getText: (t: Texts) => string): Promise<void> {
  const owners = [...tx.cache.users.values()].filter(
    (user) => user.role === roles.owner && user.isActive && !user.isBot,
  );
  for (const owner of owners) {
    const draft = draftFor(tx, owner, getText(textsOfPerson(tx.cache, owner)));
    await sendDirect(tx, notificationBot(tx), [owner.id], { draft, client: 'Internal' });
  }
}

export const notifyOfSetAsideJob = (tx: Tx, { id, kind, crashes }: SetAsideJob): Promise<void> =>
  notifyOwners(tx, (t) => t('notices.jobSetAside', { id: String(id), kind, times: crashes }));
