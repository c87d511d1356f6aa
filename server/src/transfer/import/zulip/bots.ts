/** Reads what bots have besides their accounts. */
import { systemBots, type SystemBotName } from '../../../core/users/index.ts';
import type { BotFields } from '../records.ts';
import { id, number, text, type Row, type Tables } from './tables.ts';

interface Service {
  payloadUrl: string;
  interface: number;
  program: string;
}

/** The server's own bots send its notices; one that is unknown here counts as the bot of notices. */
export function getSystemBot(row: Row): SystemBotName {
  const [local] = text(row.email).split('@');
  return systemBots.find(({ name }) => name === local)?.name ?? 'notification-bot';
}

export class BotDetails {
  readonly #services = new Map<string, Service>();
  readonly #config = new Map<string, Record<string, string>>();
  readonly #storage = new Map<string, Record<string, string>>();

  static async read(rows: Tables): Promise<BotDetails> {
    const found = new BotDetails();
    for await (const { row } of rows.read('zerver_service'))
      if (row)
        found.#services.set(id(row.user_profile), {
          payloadUrl: text(row.base_url),
          interface: number(row.interface),
          program: text(row.name),
        });
    for (const [table, map] of [
      ['zerver_botconfigdata', found.#config],
      ['zerver_botstoragedata', found.#storage],
    ] as const)
      for await (const { row } of rows.read(table)) {
        if (!row) continue;
        const bot = id(row.bot_profile);
        map.set(bot, { ...map.get(bot), [text(row.key)]: text(row.value) });
      }
    return found;
  }

  of(row: Row): BotFields {
    const bot = id(row.id);
    const service = this.#services.get(bot);
    return {
      type: number(row.bot_type) || 1,
      owner: id(row.bot_owner) || undefined,
      payloadUrl: service?.payloadUrl,
      interface: service?.interface,
      program: service?.program,
      config: this.#config.get(bot) ?? {},
      storage: this.#storage.get(bot) ?? {},
    };
  }
}
