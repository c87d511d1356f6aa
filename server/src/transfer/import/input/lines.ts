/** Splits a text file of any length into lines: memory is bounded by the longest line. */
export type Line = { text: string; number: number } | { fault: string; number: number };

const standardBytes = 16 * 1024 * 1024;
const newline = 10;

export async function* textLines(
  chunks: AsyncIterable<Buffer>,
  mostBytes = standardBytes,
): AsyncGenerator<Line[]> {
  let parts: Buffer[] = [];
  let size = 0;
  let number = 0;
  const take = (last: Buffer): Line => {
    number++;
    const isTooLong = size + last.length > mostBytes;
    const text = isTooLong
      ? ''
      : (parts.length === 0 ? last : Buffer.concat([...parts, last])).toString('utf8');
    parts = [];
    size = 0;
    if (isTooLong) return { fault: `The line has more than ${mostBytes} bytes.`, number };
    return { text: text.endsWith('\r') ? text.slice(0, -1) : text, number };
  };
  for await (const chunk of chunks) {
    const found: Line[] = [];
    let start = 0;
    for (let end = chunk.indexOf(newline); end >= 0; end = chunk.indexOf(newline, start)) {
      found.push(take(chunk.subarray(start, end)));
      start = end + 1;
    }
    const rest = chunk.subarray(start);
    size += rest.length;
    if (size <= mostBytes) parts.push(rest);
    else parts = [];
    if (found.length > 0) yield found;
  }
  if (size > 0) yield [take(Buffer.alloc(0))];
}
