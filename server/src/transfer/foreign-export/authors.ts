/** Whose accounts an export needs beside those of people. */
import type { User } from '../../core/organization/index.ts';
import type { ExportContext } from './context.ts';

/** The server's own bots that are in conversations. Importers refuse messages from and to accounts that no list has. */
export async function speakingBots({ app, cache }: Pick<ExportContext, 'app' | 'cache'>): Promise<User[]> {
  const found: User[] = [];
  for (const bot of [...cache.users.values()].filter(({ isSystem }) => isSystem)) {
    const written = await app.db.read.q
      .selectFrom('message')
      .select('id')
      .where('org_id', '=', cache.orgId)
      .where('sender_id', '=', bot.id)
      .limit(1)
      .executeTakeFirst();
    const member = await app.db.read.q
      .selectFrom('direct_member')
      .select('direct_id')
      .where('user_id', '=', bot.id)
      .limit(1)
      .executeTakeFirst();
    if (written ?? member) found.push(bot);
  }
  return found.sort((a, b) => a.id - b.id);
}
