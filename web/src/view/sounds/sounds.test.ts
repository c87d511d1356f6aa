import assert from 'node:assert/strict';
import { test } from 'node:test';
import { toLength } from './length.ts';
import { toPeaks } from './peaks.ts';
import { isVoiceFile, soundEnding, toPlainType, voiceName, voiceTypes, withLength } from './voice-file.ts';

test('A length has minutes and seconds, and hours if there are any', () => {
  const lengths = [0, 9.99, 61, 3599, 3600, 36_125].map(toLength);
  assert.deepEqual(lengths, ['0:00', '0:09', '1:01', '59:59', '1:00:00', '10:02:05']);
  assert.equal(toLength(-1), '0:00');
});

test('A waveform has as many bars as asked for, the loudest of which is 1', () => {
  assert.deepEqual(toPeaks([0, 0.25, -0.5, 0.1], 2), [0.5, 1]);
  assert.deepEqual(toPeaks([0.2, 0.4], 4), [0.5, 0.5, 1, 1]);
  assert.deepEqual(toPeaks([], 3), [0, 0, 0]);
  assert.deepEqual(toPeaks([0, 0], 1), [0]);
});

test('A voice message is named by its time and type, and known by that name', () => {
  const at = new Date(2026, 2, 1, 14, 5, 9);
  for (const type of voiceTypes) {
    const name = voiceName(at, type);
    assert.match(name, /^voice-message-2026-03-01-14-05-09\.(?:m4a|weba|ogg)$/);
    assert.equal(isVoiceFile(`/user_uploads/2/ab/${name}`), true);
    assert.match(name.split('.')[1] ?? '', soundEnding);
  }
  assert.equal(toPlainType('audio/webm; codecs=opus'), 'audio/webm');
  for (const other of ['/user_uploads/2/ab/song.m4a', '/user_uploads/2/ab/voice-message-2026.pdf'])
    assert.equal(isVoiceFile(other), false);
});

const bytes = (...parts: (string | number[])[]): Uint8Array =>
  new Uint8Array(
    parts.flatMap((part) =>
      typeof part === 'string' ? [...Buffer.from(part.replaceAll(' ', ''), 'hex')] : part,
    ),
  );

const header = '1a45dfa3 84 42f78101';
const openSegment = '18538067 01ffffffffffffff';
const cluster = '1f43b675 01ffffffffffffff e78100';
/** A scale of a millisecond. */
const scale = '2ad7b1 83 0f4240';

/** The length in the beginning of a WebM file, in its units. */
function readLength(file: Uint8Array): number {
  const at = Buffer.from(file).indexOf('448988', 0, 'hex');
  return new DataView(file.buffer, file.byteOffset).getFloat64(at + 3);
}

test('The length of a recording is written into its beginning', () => {
  const recorded = bytes(header, openSegment, '1549a966 87', scale, cluster);
  const written = withLength(recorded, 4.5);
  assert.ok(written);
  assert.equal(readLength(written), 4500);
  // The field is within the information, whose size includes it, and the sound follows it as it was.
  const value = Buffer.alloc(8);
  value.writeDoubleBE(4500);
  const info = bytes('1549a966 01000000000000', [7 + 11], scale, '448988', [...value]);
  assert.deepEqual([...written], [...bytes(header, openSegment), ...info, ...bytes(cluster)]);
  assert.equal(withLength(written, 9), undefined, 'it has one');
  const finer = bytes(header, openSegment, '1549a966 86', '2ad7b1 82 03e8', cluster);
  assert.equal(readLength(withLength(finer, 2)!), 2_000_000);
});

test('A file that is laid out otherwise is left as it is', () => {
  for (const other of [
    bytes(),
    bytes('52494646'),
    bytes(header),
    bytes(header, openSegment),
    bytes(header, openSegment, cluster),
    bytes(header, openSegment, '1549a966 ff', scale),
    bytes(header, openSegment, '1549a966 c0', scale),
    // A segment of known size has an index of positions.
    bytes(header, '18538067 8f', '1549a966 87', scale, '1f43b675'),
    new Uint8Array(64),
    new Uint8Array(64).fill(255),
  ])
    assert.equal(withLength(other, 1), undefined);
});
