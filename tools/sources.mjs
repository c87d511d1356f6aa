// Detects whether a build is up to date by a stamp beside it: sizes and times of the sources first, then their content.
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/**
 * What the sources are now, and whether `stampFile` says the same.
 * @param places folders, and files beside them, relative to `root`; tests in them do not count.
 */
export function compareSources(root, places, stampFile) {
  const files = places.flatMap((place) => listFiles(path.join(root, place))).filter(isSource);
  const stamp = readStamp(stampFile);
  const looks = getLooks(files);
  // Sizes and times show at no cost that nothing has changed; only when they differ is the content read.
  const looksSame = stamp?.looks === looks;
  const content = looksSame ? stamp.content : getContent(root, files);
  return {
    content,
    isSame: stamp?.content === content,
    /** To be called when the build of these sources is there. */
    remember: () => looksSame || tryToWrite(stampFile, JSON.stringify({ looks, content })),
  };
}

const isSource = (file) => !file.endsWith('.test.ts');

/** Every file in a folder, or the file itself, in an order that is the same everywhere. */
export function listFiles(place) {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) return [];
  return found.isDirectory() ? listFolder(place) : [place];
}

function listFolder(folder) {
  return readdirSync(folder, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const place = `${folder}${path.sep}${entry.name}`;
      return entry.isDirectory() ? listFolder(place) : [place];
    });
}

function readStamp(file) {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch {
    return undefined;
  }
}

function tryToWrite(file, text) {
  try {
    writeFileSync(file, text);
  } catch {
    // A read-only installation works too; it pays these milliseconds at each start.
  }
}

function getLooks(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function getContent(root, files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}
