/** A tenth of a second of silence, as WAV. */
export function silence(): Buffer<ArrayBuffer> {
  const bytes = Buffer.alloc(844, 128);
  bytes.write(
    'RIFF\x44\x03\0\0WAVEfmt \x10\0\0\0\x01\0\x01\0\x40\x1f\0\0\x40\x1f\0\0\x01\0\x08\0data\x20\x03\0\0',
    0,
    'latin1',
  );
  return bytes;
}
