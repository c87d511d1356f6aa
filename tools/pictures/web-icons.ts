/** Draws the icons of the installed app from web/public/icon.svg: `node tools/run.mjs tools/pictures/web-icons.ts`. */
import { mkdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import sharp from 'sharp';

const folder = path.join(import.meta.dirname, '../..', 'web/public');
const plain = readFileSync(path.join(folder, 'icon.svg'), 'utf8');
/** Systems cut it to a shape of theirs: colour to the edges, and the drawing within the circle that always stays. */
const maskable = plain
  .replace(/viewBox="[^"]+"/, 'viewBox="-6 -6 44 44"')
  .replace(/<rect [^>]+\/>/, '<rect x="-6" y="-6" width="44" height="44" fill="#5a55d6" />');

mkdirSync(path.join(folder, 'icons'), { recursive: true });
await draw(plain, '192', 192);
await draw(plain, '512', 512);
await draw(maskable, 'maskable-192', 192);
await draw(maskable, 'maskable-512', 512);
await draw(maskable, 'apple-180', 180);

async function draw(svg: string, name: string, size: number): Promise<void> {
  const file = path.join(folder, 'icons', `${name}.png`);
  await sharp(Buffer.from(svg), { density: 72 * (size / 32) })
    .resize(size, size)
    .png({ palette: true, compressionLevel: 9 })
    .toFile(file);
  console.log(file);
}
