/** Notifies the owners of all organizations by direct message, and thus by email if they are away. */
import { roles } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import { textsOfPerson } from '../../core/organization/index.ts';
import { draftFor, notificationBot, sendDirect } from '../../features/message-send/index.ts';

/** The reason is only logged, for the operator: it may contain paths on the server. */
export async function notifyOwners(app: AppContext, lastMadeAt: number | undefined): Promise<void> {
  const last =
    lastMadeAt === undefined
      ? { last: 'none', time: '' }
      : { last: 'some', time: new Date(lastMadeAt).toISOString() };
  for (const { id } of app.organizations.names) {
    await app.db.write(id, 'system', async (tx) => {
      const owners = [...tx.cache.users.values()].filter(
        (user) => user.role === roles.owner && user.isActive && !user.isBot,
      );
      for (const owner of owners) {
        const draft = draftFor(tx, owner, textsOfPerson(tx.cache, owner)('notices.backupFailed', last));
        await sendDirect(tx, notificationBot(tx), [owner.id], { draft, client: 'Internal' });
      }
    });
  }
}
