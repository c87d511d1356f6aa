/** Whose accounts an export needs beside those of people. */
import type { User, OrganizationCache } from '../../core/organization/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { OutputFolder } from './folder.ts';
import type { ExportScope } from './scope.ts';
import type { ZulipVersion } from './zulip-versions.ts';

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

export interface ExportContext {
  app: AppContext;
  cache: OrganizationCache;
  scope: ExportScope;
  folder: OutputFolder;
  /** The version of the server that will import it; by default the newest that is known. */
  zulipVersion: ZulipVersion | undefined;
  counts: {
    channels: number;
    conversations: number;
    messages: number;
    pins: number;
    /** The format has no place for them. */
    pins_left_out: number;
  };
}
