/** Takes records one by one, and writes them some at a time. */
import type { MessageRecord, PersonRecord, SourceRecord, Text } from '../records.ts';
import { writeChannel, writeDirect } from './channels.ts';
import type { ImportContext } from './context.ts';
import { MessageWriter } from './messages.ts';
import { writePeople } from './people.ts';
import { writeAvatar, writeEmoji } from './pictures.ts';
import type { ReadMarks } from './read-marks.ts';
import { Topics } from './topics.ts';

/** Messages in one transaction. While others are served, they wait for no more than this. */
const batches = { alone: 2000, live: 250 };
const mostCharacters = 2_000_000;
const peopleAtOnce = 200;
/** What a message leaves behind in memory when it is stored. */
const bytesPerMessage = 2000;
const bytesPerCharacter = 6;

export class RecordWriter {
  readonly #context: ImportContext;
  readonly #messages: MessageWriter;
  readonly #batch: number;
  #people: PersonRecord[] = [];
  #waiting: MessageRecord[] = [];
  #characters = 0;
  readonly #collect: ((bytes: number) => void) | undefined;

  /** @param collect Called with bytes of memory that are not needed any more. */
  constructor(context: ImportContext, marks: ReadMarks, collect?: (bytes: number) => void) {
    this.#context = context;
    this.#batch = context.isLive ? batches.live : batches.alone;
    this.#collect = collect;
    this.#messages = new MessageWriter(context, new Topics(context), marks);
  }

  async add(record: SourceRecord): Promise<void> {
    if (record.kind === 'message') return this.#addMessage(record);
    if (record.kind === 'problem') {
      this.#context.report.problem(record.place, record.reason);
      return;
    }
    if (record.kind === 'person') {
      this.#people.push(record);
      if (this.#people.length >= peopleAtOnce) await this.#flushPeople();
      return;
    }
    await this.#flushPeople();
    if (record.kind === 'channel') await writeChannel(this.#context, record);
    else if (record.kind === 'direct') await writeDirect(this.#context, record);
    else await writeEmoji(this.#context, record);
  }

  async flush(): Promise<void> {
    await this.#flushPeople();
    await this.#flushMessages();
  }

  async #addMessage(record: MessageRecord): Promise<void> {
    if (record.isNotice === true && this.#context.options.notices !== true) {
      this.#context.report.report.notices_left_out++;
      return;
    }
    this.#waiting.push(record);
    this.#characters += lengthOf(record.text);
    if (this.#waiting.length >= this.#batch || this.#characters > mostCharacters) await this.flush();
  }

  async #flushPeople(): Promise<void> {
    const people = this.#people.splice(0);
    if (people.length === 0) return;
    await writePeople(this.#context, people);
    for (const person of people) if (person.avatar) await writeAvatar(this.#context, person);
  }

  async #flushMessages(): Promise<void> {
    const messages = this.#waiting.splice(0);
    if (messages.length === 0) return;
    await this.#messages.write(messages);
    this.#collect?.(this.#characters * bytesPerCharacter + messages.length * bytesPerMessage);
    this.#characters = 0;
  }
}

const lengthOf = (text: Text): number =>
  text.reduce((all, piece) => all + (typeof piece === 'string' ? piece.length : 50), 0);
