/**
 * People write their update to the bot; it appears in a channel, in a topic for each day. `who` says who has reported, and who of
 * the configured team (names with commas between them) has not.
 */
import type { Bot, BotContext } from '../../index.ts';

interface Report {
  id: number;
  name: string;
}

const today = (timezone: string): string =>
  new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short' }).format(new Date());

async function reports({ storage }: BotContext, key: string): Promise<Report[]> {
  const text = await storage.get(key);
  return text === undefined ? [] : (JSON.parse(text) as Report[]);
}

function missing(team: string, reported: readonly Report[]): string[] {
  const there = new Set(reported.map(({ name }) => name.toLowerCase()));
  return team
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !there.has(name.toLowerCase()));
}

const list = (names: readonly string[]): string => (names.length === 0 ? 'nobody' : names.join(', '));

const bot: Bot = async ({ text, sender, isDirect }, context) => {
  const { reply, send, storage, config } = context;
  const { channel = '', topic = '', timezone = 'UTC', team = '' } = config;
  const date = today(timezone);
  const key = `day ${date}`;
  const reported = await reports(context, key);
  if (/^who\b/i.test(text)) {
    const open = missing(team, reported);
    const rest = team === '' ? '' : ` Not yet: ${list(open)}.`;
    await reply(`Reported on ${date}: ${list(reported.map(({ name }) => name))}.${rest}`);
    return;
  }
  if (!isDirect || text === '' || /^help\b/i.test(text)) {
    await reply(
      `Write me a direct message with your update, and I post it in #**${channel}**. \`who\` says who has reported today.`,
    );
    return;
  }
  const name = topic.replaceAll('{date}', date);
  await send({ channel, topic: name }, `@_**${sender.name}|${sender.id}**:\n${text}`);
  if (!reported.some(({ id }) => id === sender.id))
    await storage.set(key, JSON.stringify([...reported, sender]));
  await reply(`Posted in #**${channel}>${name}**.`);
};
export default bot;
