/** Lines from an untrusted process, which may be endless. */
import type { Readable } from 'node:stream';

/** @param tooLong Called instead of collecting more than so many bytes of a line. */
export function onLines(
  input: Readable,
  mostBytes: number,
  { line, tooLong }: { line: (text: string) => void; tooLong: () => void },
): void {
  let parts: Buffer[] = [];
  let bytes = 0;
  input.on('data', (chunk: Buffer) => {
    let rest = chunk;
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      if (bytes + end > mostBytes) break;
      line(Buffer.concat([...parts, rest.subarray(0, end)]).toString());
      [parts, bytes, rest] = [[], 0, rest.subarray(end + 1)];
    }
    parts.push(rest);
    bytes += rest.length;
    if (bytes <= mostBytes) return;
    input.destroy();
    tooLong();
  });
}
