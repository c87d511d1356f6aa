/** Images for tests: plain ones, moving ones, and bombs. */
import sharp from 'sharp';

type Bytes = Uint8Array<ArrayBuffer>;

const plain = (width: number, height: number, red = 200) =>
  sharp({ create: { width, height, channels: 3, background: { r: red, g: 80, b: 40 } } });

export async function picture(width: number, height: number): Promise<Bytes> {
  return Uint8Array.from(await plain(width, height).png().toBuffer());
}

export async function animation(width: number, height: number, frames: number): Promise<Bytes> {
  const each = await Promise.all(
    Array.from({ length: frames }, (_, i) =>
      plain(width, height, 40 * i)
        .png()
        .toBuffer(),
    ),
  );
  return Uint8Array.from(
    await sharp(each, { join: { animated: true } })
      .gif()
      .toBuffer(),
  );
}

/** A PNG that says to be so large, and has hardly any bytes. */
export function vastPng(width: number, height: number): Bytes {
  const bytes = Buffer.alloc(45);
  bytes.write('\x89PNG\r\n\x1a\n\0\0\0\rIHDR', 'latin1');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  bytes.write('\x08\x02\0\0\0', 24, 'latin1');
  return Uint8Array.from(bytes);
}

/** A GIF of many frames with one pixel each. */
export function longGif(frames: number): Bytes {
  const head = Buffer.from('GIF89a\x01\0\x01\0\x80\0\0\0\0\0\xff\xff\xff', 'latin1');
  const frame = Buffer.from('\x2c\0\0\0\0\x01\0\x01\0\0\x02\x02\x44\x01\0', 'latin1');
  return Uint8Array.from(Buffer.concat([head, ...Array<Buffer>(frames).fill(frame), Buffer.from(';')]));
}
