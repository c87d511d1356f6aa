/** I2: imports from every product but Slack, with few and with many messages: memory must stay below a limit whatever their number. */
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { writers, type ExportedFile } from './imports/formats.ts';
import { appMeasured, temporaryFolder, type MeasuredCommand } from './support/processes.ts';
import type { Line } from './support/report.ts';

type Product = keyof typeof writers;

export const importFormats = Object.keys(writers) as Product[];

const mostMb = 300;

/** @param sizes Numbers of messages. */
export async function measureFormats(
  products: readonly Product[],
  sizes: readonly [number, number],
): Promise<Line[]> {
  const lines: Line[] = [];
  for (const product of products) {
    const few = await measure(product, sizes[0]);
    const many = await measure(product, sizes[1]);
    lines.push({
      id: 'I2',
      what: `import from ${product}, ${sizes[0] / 1000}k and ${sizes[1] / 1000}k messages`,
      measured: `${few.peakMb.toFixed(0)} and ${many.peakMb.toFixed(0)} MB, ${(sizes[1] / many.seconds).toFixed(0)} messages/s`,
      target: `<= ${mostMb} MB`,
      isMet: many.peakMb <= mostMb,
    });
  }
  return lines;
}

async function measure(product: Product, messages: number): Promise<MeasuredCommand> {
  const folder = temporaryFolder();
  try {
    const path = join(folder.path, 'export');
    for (const file of writers[product](messages)) await write(path, file);
    const owner = ['--new', 'Bench', '--owner-email', 'owner@bench.example'];
    return await appMeasured('import', product, path, ...owner, '--data', join(folder.path, 'data'));
  } finally {
    folder.remove();
  }
}

async function write(folder: string, { path, parts }: ExportedFile): Promise<void> {
  const target = join(folder, path);
  await mkdir(dirname(target), { recursive: true });
  await pipeline(Readable.from(toBlocks(parts)), createWriteStream(target));
}

const blockBytes = 256 * 1024;

/** Parts are short, and each step of a stream costs more than writing one. */
function* toBlocks(parts: Iterable<string | Uint8Array>): Generator<Buffer> {
  let block: Buffer[] = [];
  let bytes = 0;
  for (const part of parts) {
    const buffer = Buffer.from(part);
    block.push(buffer);
    bytes += buffer.length;
    if (bytes < blockBytes) continue;
    yield Buffer.concat(block);
    block = [];
    bytes = 0;
  }
  yield Buffer.concat(block);
}
