/** The feature: bots that run inside the server. */
import { defineJob, enqueue } from '../../core/jobs/index.ts';
import { on, type Tx } from '../../core/log/index.ts';
import { defineFeature } from '../../http/feature.ts';
import { messageStored, type SentMessage } from '../message-send/index.ts';
import { jobs, runBot } from './run.ts';
import { botTypes } from '../../../../wire/bots.ts';
import { canReadChannel } from '../../core/channels/index.ts';

export const embeddedBotsFeature = defineFeature({
  jobs: [defineJob(jobs.runBot, runBot, 'bots')],
  reactions: [on(messageStored, callBots)],
});

// Which embedded bots a new message calls: those mentioned by name, and recipients of direct messages.

/** Ignores messages of bots, since two bots that mention each other would never stop. */
async function callBots(tx: Tx, { id, sender, mentioned, place }: SentMessage): Promise<void> {
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
