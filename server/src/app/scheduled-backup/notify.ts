/** Notifies the owners of all organizations; those who are away get it by email as any direct message. */
import { roles } from '../../../../wire/core.ts';
import type { AppContext } from '../../core/context/index.ts';
import { draftFor, notificationBot, sendDirect } from '../../features/message-send/index.ts';

/** The reason is for the operator and stands in the log: an owner need not know the paths of the server. */
export async function notifyOwners(app: AppContext, lastMadeAt: number | undefined): Promise<void> {
  const last =
    lastMadeAt === undefined
      ? 'There is none yet.'
      : `The last one is of ${new Date(lastMadeAt).toISOString()}.`;
  const text = `The scheduled backup of this server failed. ${last} The reason is in the server's log.`;
  for (const { id } of app.organizations.names) {
    await app.db.write(id, 'system', async (tx) => {
      const owners = [...tx.cache.users.values()].filter(
        (user) => user.role === roles.owner && user.isActive && !user.isBot,
      );
      for (const owner of owners) {
        const draft = draftFor(tx, owner, text);
        await sendDirect(tx, notificationBot(tx), [owner.id], { draft, client: 'Internal' });
      }
    });
  }
}
