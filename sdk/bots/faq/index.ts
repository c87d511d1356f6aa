/** Finds the topic that shares most words with the question, and quotes its first message. */
import type { Bot } from '../../index.ts';

const longestQuote = 1500;

/** Short words do not distinguish questions, so they are ignored unless there are no others. */
function words(text: string): Set<string> {
  const all =
    text
      .normalize('NFKD')
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [];
  const long = all.filter((word) => word.length > 3);
  return new Set(long.length > 0 ? long : all);
}

function score(asked: ReadonlySet<string>, topic: string): number {
  const known = words(topic);
  let shared = 0;
  for (const word of known) if (asked.has(word)) shared++;
  return known.size === 0 ? 0 : shared + shared / known.size;
}

const bot: Bot = async ({ text }, { reply, topics, messages, config }) => {
  const { channel = 'faq' } = config;
  const asked = words(text);
  const known = await topics(channel);
  const [best] = known
    .map((topic) => ({ topic, score: score(asked, topic) }))
    .filter((each) => each.score > 0)
    .sort((a, b) => b.score - a.score);
  if (!best) {
    await reply(
      `I found nothing about that in #**${channel}**. Start a topic there with the question as its name.`,
    );
    return;
  }
  const [first] = await messages(channel, best.topic, { first: 1 });
  const quote = (first?.content ?? '').slice(0, longestQuote);
  const fence = '`'.repeat(Math.max(3, ...(quote.match(/`+/g) ?? []).map((run) => run.length + 1)));
  await reply(`#**${channel}>${best.topic}**\n${fence}quote\n${quote}\n${fence}`);
};
export default bot;
