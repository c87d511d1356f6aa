/** Puts names right whose letters were taken for others, and reports those of which letters are lost. */
import { repairName } from '../input/legacy-names.ts';
import { listed, problem, type MessageRecord, type Records, type SourceRecord } from '../records.ts';

const lost = '\uFFFD';
const mostSaid = 5000;

export async function* withRepairedNames(records: Records): AsyncGenerator<SourceRecord[]> {
  const names = new Names();
  for await (const some of records) yield listed(some).flatMap((record) => names.repair(record));
}

class Names {
  readonly #said = new Set<string>();
  #notes: SourceRecord[] = [];

  repair(record: SourceRecord): SourceRecord | SourceRecord[] {
    const repaired = this.#repaired(record);
    if (this.#notes.length === 0) return repaired;
    const notes = this.#notes;
    this.#notes = [];
    return [...notes, repaired];
  }

  #repaired(record: SourceRecord): SourceRecord {
    if (record.kind === 'message') return this.#message(record);
    if (record.kind !== 'person' && record.kind !== 'channel' && record.kind !== 'group') return record;
    const name = this.#name(record.name, `${record.kind} ${record.id}`);
    return name === record.name ? record : { ...record, name };
  }

  #message(record: MessageRecord): MessageRecord {
    const { id, topic, thread, senderName } = record;
    const place = `message ${id}`;
    const names = {
      topic: topic === undefined ? undefined : this.#name(topic, place),
      title: thread?.title === undefined ? undefined : this.#name(thread.title, place),
      senderName: senderName === undefined ? undefined : repairName(senderName),
    };
    const isSame = names.topic === topic && names.title === thread?.title && names.senderName === senderName;
    if (isSame) return record;
    return {
      ...record,
      ...(names.topic === undefined ? {} : { topic: names.topic }),
      ...(thread && { thread: { ...thread, title: names.title } }),
      senderName: names.senderName,
    };
  }

  /** @param place Of the first one with the name. */
  #name(given: string, place: string): string {
    const name = repairName(given);
    if (name === given && !name.includes(lost)) return name;
    if (this.#said.has(given) || this.#said.size >= mostSaid) return name;
    this.#said.add(given);
    this.#notes.push(
      problem(
        place,
        name.includes(lost)
          ? `Letters of the name "${given}" could not be decoded. Save its file as UTF-8 and run the import again, which puts it right.`
          : `Its name was UTF-8 that was taken for another encoding: "${given}" became "${name}".`,
      ),
    );
    return name;
  }
}
