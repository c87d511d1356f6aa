/** Reads a whole JSON file of an export. */
import { readAll, type Input } from './input.ts';
import { errorMessage } from '../../../lib/thrown.ts';

/** @returns the error instead of throwing it: a damaged file is reported, and the import continues. */
export async function readJson(
  input: Input,
  path: string,
  mostBytes: number,
): Promise<{ value: unknown } | { fault: string }> {
  try {
    const text = (await readAll(input, path, mostBytes)).toString('utf8').replace(/^\uFEFF/, '');
    const value: unknown = JSON.parse(text);
    return { value };
  } catch (error) {
    return { fault: errorMessage(error) };
  }
}

const headBytes = 256 * 1024;

/** The part of the outermost object before a list that may be as large as the export. Undefined if there is no such list. */
export async function readHead(input: Input, path: string, list: string): Promise<unknown> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const stream = await input.open(path);
  const received: AsyncIterable<Buffer> = stream;
  for await (const chunk of received) {
    chunks.push(chunk);
    if ((bytes += chunk.length) >= headBytes) break;
  }
  stream.destroy();
  const text = Buffer.concat(chunks)
    .toString('utf8')
    .replace(/^\uFEFF/, '');
  const end = text.search(new RegExp(`"${list}"\\s*:\\s*\\[`));
  if (end < 0) return undefined;
  try {
    const head: unknown = JSON.parse(`${text.slice(0, end)}"${list}":[]}`);
    return head;
  } catch {
    return undefined;
  }
}
