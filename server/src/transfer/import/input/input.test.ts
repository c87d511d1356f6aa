import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { test, type TestContext } from 'node:test';
import { gzipSync } from 'node:zlib';
import { getPort } from '../../../../../tests/support/services/get-port.ts';
import { magic } from '../../../lib/archive/frames.ts';
import { makeScratch } from '../../../../../tests/support/fixtures/imports.ts';
import { zip } from '../../../../../tests/support/fixtures/zip.ts';
import { fetchFile } from '../reading/fetch-file.ts';
import { ArchiveBounds, mostFiles } from './input.ts';
import { jsonElements, type JsonElement } from './json-elements.ts';
import { textLines } from './lines.ts';
import { DiskSpace } from '../disk-space.ts';
import { openInput } from './open.ts';

function folder(t: TestContext): string {
  const path = mkdtempSync(join(tmpdir(), 'heddle-input-'));
  t.after(() => rmSync(path, { recursive: true, force: true }));
  return path;
}

async function opened(t: TestContext, name: string, bytes: Buffer) {
  const place = folder(t);
  const path = join(place, name);
  writeFileSync(path, bytes);
  const input = await openInput(path, makeScratch(t, place));
  t.after(() => input.close());
  return input;
}

/** Some bytes at a time, so that every place is once the end of a chunk. */
const chunked = (data: string, size: number): AsyncIterable<Buffer> => {
  const bytes = Buffer.from(data);
  const count = Math.ceil(bytes.length / size);
  return Readable.from(Array.from({ length: count }, (_, i) => bytes.subarray(i * size, (i + 1) * size)));
};

async function elements(data: string, size: number, options = {}): Promise<JsonElement[]> {
  const found: JsonElement[] = [];
  for await (const some of jsonElements(chunked(data, size), options)) found.push(...some);
  return found;
}

test('The elements of a list are cut out wherever the chunks end, and a damaged one does not take others with it', async () => {
  const list =
    '\uFEFF {"a": ["no"], "b": {"list": [0]}, "list": [{"x": "]},\\"["}, {bad}, [1, [2]], "ü", 5 ], "c": 1}';
  for (const size of [1, 2, 3, 7, 1000]) {
    const found = await elements(list, size, { key: 'list' });
    assert.deepEqual(
      found.map((one) => ('value' in one ? one.value : 'fault')),
      [{ x: ']},"[' }, 'fault', [1, [2]], 'ü', 5],
      `chunks of ${size}`,
    );
  }
  for (const list of ['[1, {"x": "ü"}]', '[1, {bad}, [2]]', '\uFEFF[0]']) {
    const inMemory: JsonElement[] = [];
    for await (const some of jsonElements([Buffer.from(list)])) inMemory.push(...some);
    assert.deepEqual(inMemory, await elements(list, 4), 'in memory');
  }
  assert.deepEqual(await elements('[]', 1), []);
  assert.deepEqual(await elements('[1,2', 1), [
    { value: 1, index: 0 },
    { value: 2, index: 1 },
  ]);
  const [large, after] = await elements(`["${'x'.repeat(100)}", 1]`, 10, { mostBytes: 50 });
  assert.ok(large && 'fault' in large);
  assert.deepEqual(after, { value: 1, index: 1 });
  await assert.rejects(elements('{"other": []}', 4, { key: 'list' }), SyntaxError);
});

test('Lines end where the chunks do not, and one that is too long is passed over', async () => {
  const found = [];
  for await (const lines of textLines(chunked(`one\r\ntwo\u2028still two\n${'x'.repeat(50)}\nlast`, 5), 30))
    found.push(...lines);
  assert.deepEqual(
    found.map((line) => ('text' in line ? line.text : 'fault')),
    ['one', 'two\u2028still two', 'fault', 'last'],
  );
});

test('A zip archive is read in place, without dangerous entries', async (t) => {
  const huge = 70 * 1024 * 1024;
  const input = await opened(
    t,
    'export.zip',
    zip([
      { name: 'good/ünïcode.json', data: '[1]' },
      { name: 'large.json', data: 'y'.repeat(700_000) },
      { name: '../up.json', data: 'x' },
      { name: '/etc/passwd', data: 'x' },
      { name: 'C:\\boot.ini', data: 'x' },
      { name: 'link', data: '/etc/passwd', mode: 0o120777 },
      { name: 'bomb', data: 'x', claimedSize: huge },
      { name: 'claim', data: 'x', claimedSize: 0xfffffffe },
      { name: 'more-than-it-says', data: 'z'.repeat(5000), claimedSize: 10 },
    ]),
  );
  assert.deepEqual([...input.files.keys()], ['good/ünïcode.json', 'large.json', 'more-than-it-says']);
  assert.deepEqual(
    input.problems.map(({ place }) => place),
    ['../up.json', '/etc/passwd', 'C:\\boot.ini', 'link', 'bomb', 'claim'],
  );
  assert.equal(await text(await input.open('good/ünïcode.json')), '[1]');
  assert.equal((await text(await input.open('large.json'))).length, 700_000);
  assert.equal(await text(await input.open('large.json', { start: 699_998, end: 700_000 })), 'yy');
  await assert.rejects(async () => text(await input.open('more-than-it-says')));
  await assert.rejects(input.open('good/other.json'), RangeError);
});

test('What is no archive, or is cut off, is refused in one sentence', async (t) => {
  const whole = zip([{ name: 'a', data: 'b' }]);
  for (const bytes of [Buffer.from('no zip'), whole.subarray(0, whole.length - 30), Buffer.alloc(0)])
    await assert.rejects(opened(t, 'x.zip', bytes), /The zip archive is damaged/);
  await assert.rejects(openInput('/nonexistent/x.zip', makeScratch(t, '/tmp')), /There is no file or folder/);
  const own = Buffer.concat([magic, whole]);
  await assert.rejects(opened(t, 'weavers.heddle', own), /an export of Heddle\..*with heddle import/);
});

interface TarEntry {
  name: string;
  data: string;
  type?: string;
  claimedSize?: number;
}

function tar(entries: readonly TarEntry[]): Buffer {
  const blocks = entries.map(({ name, data, type = '0', claimedSize = Buffer.byteLength(data) }) => {
    const header = Buffer.alloc(512);
    header.write(name, 0);
    header.write(`${claimedSize.toString(8).padStart(11, '0')} `, 124);
    header.write('        ', 148);
    header.write(type, 156);
    header.write('ustar', 257);
    const sum = header.reduce((all, byte) => all + byte, 0);
    header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
    return Buffer.concat([
      header,
      Buffer.from(data),
      Buffer.alloc((512 - (Buffer.byteLength(data) % 512)) % 512),
    ]);
  });
  return Buffer.concat([...blocks, Buffer.alloc(1024)]);
}

test('A tar archive is unpacked under names of ours, and leaves nothing', async (t) => {
  const long = `${'d'.repeat(90)}/${'f'.repeat(90)}`;
  const entries = [
    { name: 'realm.json', data: '{}' },
    { name: '././@LongLink', data: `${long}\0`, type: 'L' },
    { name: 'cut', data: 'long name' },
    { name: 'folder/', data: '', type: '5' },
    { name: '../up', data: 'x' },
    { name: 'link', data: '', type: '2' },
  ];
  const input = await opened(t, 'export.tar.gz', gzipSync(tar(entries)));
  assert.deepEqual([...input.files.keys()], ['realm.json', long]);
  assert.deepEqual(
    input.problems.map(({ place }) => place),
    ['../up', 'link'],
  );
  assert.equal(await text(await input.open(long)), 'long name');
  await assert.rejects(
    opened(t, 'cut.tar.gz', gzipSync(tar(entries)).subarray(0, 60)),
    /The tar archive is damaged/,
  );
});

test('An archive that expands to far more than an export can is refused before it is unpacked', async (t) => {
  const most = 64 * 1024 * 1024;
  const half = { data: 'x', claimedSize: 40 * 1024 * 1024 };
  const packed = [
    ['bomb.tar.gz', gzipSync(tar([{ name: 'a', data: 'x', claimedSize: 2 * most }]))],
    ['bomb.tar', tar([{ name: '../passed-over', data: 'x', claimedSize: 2 * most }])],
    // Each of them is small enough alone.
    [
      'bomb.zip',
      zip([
        { name: 'a', ...half },
        { name: 'b', ...half },
      ]),
    ],
  ] as const;
  for (const [name, bytes] of packed)
    await assert.rejects(opened(t, name, bytes), /expands to far more/, name);
});

test('A tar archive is unpacked while the disk has space, and leaves nothing when it has none', async (t) => {
  const place = folder(t);
  const path = join(place, 'x.tar');
  writeFileSync(path, tar([{ name: 'large.bin', data: 'x'.repeat(40 * 1024 * 1024) }]));
  const free = [2 ** 30, 2 ** 30, 2 ** 20];
  const space = new DiskSpace([place], 'alone', () => Promise.resolve(free.shift() ?? 0));
  const scratch = makeScratch(t, join(place, 'scratch'), space);
  await assert.rejects(openInput(path, scratch), /less than 64 MiB left.*continues/);
  await scratch.close();
  assert.deepEqual([free, readdirSync(join(place, 'scratch'))], [[], []]);
});

test('Entries of an archive are counted whether or not they are left out', () => {
  const bounds = new ArchiveBounds(1);
  for (let n = 0; n < mostFiles; n++) bounds.countEntry();
  assert.throws(() => bounds.countEntry(), /more than 1000000 files/);
});

test('Links in a folder are not followed', async (t) => {
  const place = folder(t);
  writeFileSync(join(place, 'a.json'), '[]');
  symlinkSync('/etc', join(place, 'etc'));
  const input = await openInput(place, makeScratch(t, place));
  assert.deepEqual([[...input.files.keys()], input.problems.map((one) => one.place)], [['a.json'], ['etc']]);
});

test('Files are fetched where that was asked for; a link that has expired is no network that is missing', async (t) => {
  const statuses: Readonly<Record<string, number>> = {
    '/gone': 404,
    '/signed': 403,
    '/busy': 503,
    '/often': 429,
  };
  const server = createServer((request, response) => {
    const isPage = request.url === '/page';
    response.writeHead(statuses[request.url ?? ''] ?? 200, {
      'content-type': isPage ? 'text/html' : 'text/plain',
    });
    response.end('a plan');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => server.close());
  const base = `http://127.0.0.1:${getPort(server)}`;
  const reachable = { reachable: '127.0.0.1' };
  const file = (path: string) => ({
    id: 'f',
    name: 'plan.txt',
    contentType: 'text/plain',
    url: `${base}${path}`,
  });
  const found = await fetchFile(file('/plan'), reachable);
  assert.equal(found && (await text(found)), 'a plan');
  const hasExpired = (answer: string) =>
    new RegExp(`^Error: Its link has expired, or .*${answer}\\. A newer export may have it\\.$`);
  await assert.rejects(fetchFile(file('/page'), reachable), hasExpired('a page to sign in'));
  await assert.rejects(fetchFile(file('/gone'), reachable), hasExpired('status 404'));
  await assert.rejects(fetchFile(file('/signed'), reachable), hasExpired('status 403'));
  for (const path of ['/busy', '/often'])
    await assert.rejects(fetchFile(file(path), reachable), /status (?:503|429)\. It comes with a later run/);
  const nowhere = { ...file('/plan'), url: 'http://127.0.0.1:1/plan' };
  await assert.rejects(fetchFile(nowhere, reachable), /ECONNREFUSED.* It comes with the next run/);
  await assert.rejects(fetchFile(file('/plan'), {}), /not a public one/);
  await assert.rejects(fetchFile(file('/plan'), undefined), /--no-downloads/);
  await assert.rejects(
    fetchFile({ id: 'f', name: 'x', missing: 'It was deleted.' }, reachable),
    /It was deleted/,
  );
});
