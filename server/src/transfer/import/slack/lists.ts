/** Reads the lists of a Slack export. */
import { errorMessage } from '../../../lib/thrown.ts';
import { fromExport } from '../exported.ts';
import { readChunks, type Input } from '../input/input.ts';
import { jsonElements, type JsonElement } from '../input/json-elements.ts';
import { problem, type ProblemRecord } from '../records.ts';
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
    for await (const some of jsonElements(await readChunks(input, path), { mostBytes: largestList }))
      yield some.map((one) => listedAt<T>(`${path} #${one.index + 1}`, one));
  } catch (error) {
    yield [{ place: path, fault: problem(path, errorMessage(error)) }];
  }
}

function listedAt<T extends object>(place: string, one: JsonElement): ListEntry<T> {
  if ('fault' in one) return { place, fault: problem(place, one.fault) };
  const value = fromExport<T>(one.value);
  return value ? { place, value } : { place, fault: problem(place, 'It is no object.') };
}
