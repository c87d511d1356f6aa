/** Cuts a stream of records into messages to the server of bounded size: it handles nothing else while it receives one. */
import type { MessageRecord, SourceRecord } from '../records.ts';

const most = { records: 200, characters: 100_000 };

export async function* toBatches(records: AsyncIterable<SourceRecord[]>): AsyncGenerator<SourceRecord[]> {
  let batch: SourceRecord[] = [];
  let characters = 0;
  for await (const some of records)
    for (const record of some) {
      batch.push(record);
      characters += record.kind === 'message' ? weight(record) : 500;
      if (batch.length < most.records && characters < most.characters) continue;
      yield batch;
      batch = [];
      characters = 0;
    }
  if (batch.length > 0) yield batch;
}

const weight = ({ text, reactions = [] }: MessageRecord): number =>
  text.reduce((sum, piece) => sum + (typeof piece === 'string' ? piece.length : 100), 200) +
  reactions.reduce((sum, { users }) => sum + 20 * users.length, 0);
