/** `@poll Lunch? | soup | salad` becomes a poll; without options, with those of the configuration. */
import type { Bot } from '../../index.ts';

const help = 'Mention me with a question and options: `Where do we eat? | canteen | market`.';

const parts = (text: string): string[] =>
  text
    .split(/[|\n]/)
    .map((part) => part.replace(/^\s*[-*]\s+/, '').trim())
    .filter((part) => part !== '');

const bot: Bot = async ({ text, isDirect }, { reply, config }) => {
  const [question, ...options] = parts(text);
  if (question === undefined || question === 'help') {
    await reply(isDirect ? `${help} I make polls in channels and group conversations.` : help);
    return;
  }
  const offered = options.length > 0 ? options : parts(config.options ?? '');
  await reply(`/poll ${question}\n${[...new Set(offered)].slice(0, 20).join('\n')}`);
};
export default bot;
