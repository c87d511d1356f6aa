import assert from 'node:assert/strict';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test, type TestContext } from 'node:test';
import sharp from 'sharp';
import { animation, longGif, picture, vastPng } from '../../../../tests/support/fixtures/pictures.ts';
import { bearableImage } from './header.ts';
import { drawPictures, ImageError } from './process.ts';

function getFile(t: TestContext, bytes: Uint8Array): string {
  const folder = mkdtempSync(join(tmpdir(), 'heddle-image-'));
  t.after(() => rmSync(folder, { recursive: true }));
  const path = join(folder, 'image');
  writeFileSync(path, bytes);
  return path;
}

const look = (t: TestContext, bytes: Uint8Array) => bearableImage(getFile(t, bytes));

test('The size of an image is read in each format', async (t) => {
  const image = sharp(await picture(70, 30));
  for (const format of ['png', 'jpeg', 'webp', 'avif', 'gif'] as const) {
    const found = await look(t, await image.clone().toFormat(format).toBuffer());
    assert.deepEqual(found, { contentType: `image/${format}`, width: 70, height: 30, frames: 1 });
  }
  const lossless = await look(t, await image.clone().webp({ lossless: true }).toBuffer());
  assert.deepEqual([lossless?.width, lossless?.height], [70, 30]);
});

test('The size of a rotated image is measured as displayed', async (t) => {
  const turned = await sharp(await picture(70, 30))
    .withMetadata({ orientation: 6 })
    .jpeg()
    .toBuffer();
  const found = await look(t, turned);
  assert.deepEqual([found?.width, found?.height], [30, 70]);
});

test('The number of frames of an animation is read', async (t) => {
  const gif = await animation(8, 8, 4);
  const webp = await sharp(gif, { animated: true }).webp().toBuffer();
  for (const bytes of [gif, webp]) assert.equal((await look(t, bytes))?.frames, 4);
});

test('An image too large to decode is detected by its header', async (t) => {
  assert.equal((await look(t, vastPng(9000, 10_000)))?.width, 9000);
  for (const bytes of [
    vastPng(9000, 10_001),
    vastPng(65_535, 65_535),
    vastPng(0, 5),
    longGif(1001),
    longGif(10_000),
  ])
    assert.equal(await look(t, bytes), undefined);
  assert.equal((await look(t, longGif(1000)))?.frames, 1000);
});

test('A file without a complete image header is not an image', async (t) => {
  for (const text of [
    '',
    'GIF89a',
    '\x89PNG\r\n\x1a\n',
    '<svg xmlns="x"/>',
    '\xff\xd8\xff\xe1',
    'RIFF\0\0\0\0WEBPVP8X',
  ])
    assert.equal(await look(t, Buffer.from(text, 'latin1')), undefined);
});

test('Images are resized to the requested shapes', async (t) => {
  const path = getFile(t, await picture(300, 100));
  const still = { format: 'webp', isAnimated: false } as const;
  const pictures = await drawPictures(path, [
    { ...still, width: 150, height: 150, fit: 'inside' },
    { ...still, width: 900, height: 900, fit: 'inside' },
    { ...still, width: 64, height: 64, fit: 'cover' },
  ]);
  assert.deepEqual(
    pictures.map(({ width, height }) => [width, height]),
    [
      [150, 50],
      [300, 100],
      [64, 64],
    ],
  );
});

test('An image that takes too long or is broken ends only the image process', async (t) => {
  const shape = { width: 10, height: 10, fit: 'inside', format: 'webp', isAnimated: false } as const;
  const noise = vastPng(9000, 9000);
  await assert.rejects(drawPictures(getFile(t, noise), [shape]), ImageError);
  await assert.rejects(drawPictures(getFile(t, Buffer.from('no image')), [shape]), ImageError);
  assert.equal((await drawPictures(getFile(t, await picture(5, 5)), [shape])).length, 1);
});
