/** The child process that decodes one possibly malicious image. It is killed when it exceeds its limits. */
import sharp from 'sharp';
import { endWithServer } from '../children/end-with-server.ts';
import type { Order, Picture } from './process.ts';

const mostPixels = 256_000_000;

process.once('message', (order: Order) => {
  void draw(order).then(
    (pictures) => process.send?.({ pictures }, () => process.exit(0)),
    (error: unknown) => process.send?.({ failure: String(error) }, () => process.exit(1)),
  );
});

async function draw({ path, shapes }: Order): Promise<Picture[]> {
  sharp.cache(false);
  sharp.concurrency(1);
  const pictures: Picture[] = [];
  for (const { width, height, fit, format, isAnimated } of shapes) {
    const image = sharp(path, { animated: isAnimated, limitInputPixels: mostPixels, failOn: 'error' })
      .autoOrient()
      .resize({
        width,
        height,
        fit,
        background: { r: 0, g: 0, b: 0, alpha: 0 },
        withoutEnlargement: fit === 'inside',
      });
    const written = format === 'webp' ? image.webp({ effort: 2 }) : image.png();
    const { data, info } = await written.toBuffer({ resolveWithObject: true });
    pictures.push({ bytes: data, width: info.width, height: info.pageHeight ?? info.height });
  }
  return pictures;
}

endWithServer();
process.send?.('ready');
