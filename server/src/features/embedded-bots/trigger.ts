/** Which embedded bots a new message calls: those mentioned by name, and recipients of direct messages. */
import { botTypes } from '../../../../wire/bots.ts';
import { canReadChannel } from '../../core/channels/index.ts';
import { enqueue } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { SentMessage } from '../message-send/index.ts';
import { jobs } from './jobs.ts';

/** Ignores messages of bots, since two bots that mention each other would never stop. */
export async function callBots(tx: Tx, { id, sender, mentioned, place }: SentMessage): Promise<void> {
  if (sender.isBot) return;
  const isDirect = 'people' in place;
  const called = isDirect ? place.people.map((user) => user.id) : mentioned;
  for (const botId of called) {
    const bot = tx.cache.users.get(botId);
    if (bot?.botType !== botTypes.embedded || !bot.isActive) continue;
    if (!isDirect && !canReadChannel(tx.cache, place.channel, bot)) continue;
    await enqueue(tx, jobs.runBot, {
      botId,
      messageId: id,
      trigger: isDirect ? 'direct_message' : 'mention',
    });
  }
}
