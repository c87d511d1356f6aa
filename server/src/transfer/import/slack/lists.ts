/** Reads the lists of a Slack export. */
import { errorMessage } from '../../../lib/thrown.ts';
import { fromExport } from '../exported.ts';
import { readChunks, type Input } from '../input/input.ts';
import { jsonElements, type JsonElement } from '../input/json-elements.ts';
import { gap, type ProblemRecord } from '../records.ts';
import type { Layout } from './layout.ts';

export const largestList = 256 * 1024 * 1024;

export const listPaths = ({ workspaces }: Layout, names: readonly string[]): string[] =>
  workspaces.flatMap((prefix) => names.map((name) => `${prefix}${name}.json`));

export interface ListEntry<T> {
  value?: Partial<T>;
  fault?: ProblemRecord;
  place: string;
}

/** The objects of a list, none if the file does not exist. */
export async function* list<T extends object>(input: Input, path: string): AsyncGenerator<ListEntry<T>> {
  for await (const some of lists<T>(input, path)) for (const one of some) yield one;
}

/** The same in batches. */
export async function* lists<T extends object>(input: Input, path: string): AsyncGenerator<ListEntry<T>[]> {
  if (!input.files.has(path)) return;
  try {
    for await (const some of elements(input, path))
      yield some.map((one) => listedAt<T>(`${path} #${one.index + 1}`, one));
  } catch (error) {
    yield [{ place: path, fault: gap(path, errorMessage(error)) }];
  }
}

/** The names of lists in responses of the API: `users.list`, `conversations.list`, `conversations.history` and older ones. */
const answerKeys = ['members', 'channels', 'messages', 'groups', 'ims', 'mpims'];

/** The elements of a list, or of the response of the API that someone has saved under its name. */
async function* elements(input: Input, path: string): AsyncGenerator<JsonElement[]> {
  for (const key of [undefined, ...answerKeys])
    try {
      yield* jsonElements(await readChunks(input, path), { key, mostBytes: largestList });
      return;
    } catch (error) {
      // No list has been found then, and nothing read.
      if (!(error instanceof SyntaxError)) throw error;
    }
  throw new SyntaxError('It is no JSON array.');
}

function listedAt<T extends object>(place: string, one: JsonElement): ListEntry<T> {
  if ('fault' in one) return { place, fault: gap(place, one.fault) };
  const value = fromExport<T>(one.value);
  return value ? { place, value } : { place, fault: gap(place, 'It is no object.') };
}
