/** Chooses the topic of a message in a channel. A thread keeps its topic even after users have renamed or moved it. */
import { limits } from '../../../../../wire/core.ts';
import type { Tx } from '../../../core/log/index.ts';
import { cleanTopic, findTopic } from '../../../core/messages/index.ts';
import { codePoints, nameKey, tidySpaces, truncate, withoutUnprintable } from '../../../lib/text.ts';
import type { ImportOptions } from '../options.ts';
import type { MessageRecord, ThreadRecord } from '../records.ts';
import type { ReportBuilder } from '../report.ts';
import type { ImportContext } from './context.ts';

/** Threads with fewer messages stay in the channel's topic, if the operator wants threads joined. */
const shortThread = 5;
/** Cached topic names between batches; those of other threads are read from the database. */
const mostRemembered = 10_000;

export const isJoined = ({ size }: ThreadRecord, { threads }: ImportOptions): boolean =>
  threads === 'join' && size !== undefined && size < shortThread;

/** Makes a valid topic name. */
export function topicName(given: string): string {
  return cleanTopic(withoutUnprintable(tidySpaces(given.toWellFormed()).replace(/\s+/g, ' ')));
}

/** The name here of a topic that the source has; the report says if it is another one. */
export function importedTopic(report: ReportBuilder, given: string): string {
  const topic = topicName(given);
  if (topic !== given && topic !== '')
    report.problemOnce(`topic "${given}"`, `Its name may not be a name here: it became "${topic}".`);
  return topic;
}

/** A topic name that ends in what distinguishes it from others. */
function fit(words: string, ending: string): string {
  return topicName(truncate(words, limits.topicLength - codePoints(ending), '…') + ending);
}

type TopicsContext = Pick<ImportContext, 'topic' | 'options' | 'report'>;

export class Topics {
  readonly #context: TopicsContext;
  readonly #most: number;
  /** By thread. */
  readonly #names = new Map<string, string>();

  constructor(context: TopicsContext, most = mostRemembered) {
    this.#context = context;
    this.#most = most;
  }

  get main(): string {
    return this.#context.topic;
  }

  isKnown(threadId: string): boolean {
    return this.#names.has(threadId);
  }

  /** @param name `undefined`: the thread stays in the channel's topic. */
  remember(threadId: string, name: string | undefined): void {
    this.#names.set(threadId, name ?? this.main);
  }

  /** Call it between batches: within one, the threads must stay known that were when it began. */
  forgetOldest(): void {
    for (const threadId of this.#names.keys()) {
      if (this.#names.size <= this.#most) return;
      this.#names.delete(threadId);
    }
  }

  /**
   * The topic, and whether the message is the thread's first one in it.
   * @param getWords The first words of the thread.
   */
  async topicFor(
    tx: Tx,
    channelId: number,
    record: MessageRecord,
    getWords: () => string,
  ): Promise<{ topic: string; begins: boolean }> {
    if (record.topic !== undefined)
      return { topic: importedTopic(this.#context.report, record.topic), begins: false };
    const { thread } = record;
    if (!thread) return { topic: this.main, begins: false };
    const known = this.#names.get(thread.id);
    if (known !== undefined) return { topic: known, begins: false };
    if (isJoined(thread, this.#context.options)) {
      this.remember(thread.id, undefined);
      return { topic: this.main, begins: false };
    }
    const topic = await this.#newName(tx, channelId, record, thread, getWords);
    this.remember(thread.id, topic);
    return { topic, begins: true };
  }

  async #newName(
    tx: Tx,
    channelId: number,
    record: MessageRecord,
    thread: ThreadRecord,
    getWords: () => string,
  ): Promise<string> {
    const date = new Date(record.sentAt).toISOString().slice(0, 10);
    const found = thread.title ?? getWords();
    const words = /[\p{L}\p{N}]/u.test(found) ? found : `Thread of ${date}`;
    const begin =
      this.#context.options.topicNames === 'date' && !words.endsWith(date) ? `${date} ${words}` : words;
    for (let number = 1; ; number++) {
      const topic = fit(begin, number === 1 ? '' : ` (${number})`);
      if (nameKey(topic) !== nameKey(this.main) && !(await findTopic(tx, channelId, topic))) return topic;
      // After many threads with the same first words, later ones are distinguished by their time.
      if (number >= 20) return fit(begin, ` ${date} ${record.sentAt % 86_400_000}`);
    }
  }
}
