/** A whole JSON file of an export. */
import { readAll, type Input } from './input.ts';

/** @returns what is wrong with it, instead of throwing: a damaged file is reported, and the rest goes on. */
export async function readJson(
  input: Input,
  path: string,
  mostBytes: number,
): Promise<{ value: unknown } | { fault: string }> {
  try {
    const text = (await readAll(input, path, mostBytes)).toString('utf8').replace(/^\uFEFF/, '');
    return { value: JSON.parse(text) as unknown };
  } catch (error) {
    return { fault: (error as Error).message };
  }
}
