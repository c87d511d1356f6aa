// Builds the web client into web/dist when its sources are not those of the last build. Needs no network.
import { createHash } from 'node:crypto';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';

const ROOT = path.dirname(path.dirname(fileURLToPath(import.meta.url)));
/** What a build is made of: folders, and files beside them. */
const SOURCES = [
  'web/src',
  'web/public',
  'wire',
  'web/index.html',
  'web/vite.config.ts',
  'package-lock.json',
];
const COMPRESSED = new Set(['.html', '.js', '.css', '.svg', '.json', '.webmanifest', '.txt', '.ttf']);
/** Smaller ones gain nothing. */
const LEAST_BYTES = 1024;

/** @param root the repository; another one in tests. @returns whether a build was needed. */
export async function buildClient(root = ROOT, build = runVite) {
  if (!existsSync(path.join(root, 'web', 'vite.config.ts'))) return false;
  const stampFile = path.join(root, 'web', 'dist', '.built.json');
  const stamp = readStamp(stampFile);
  const files = listSources(root);
  const looks = looksOf(files);
  // Sizes and times tell at no cost that nothing has changed; only when they differ is the content read.
  if (stamp?.looks === looks) return false;
  const content = contentOf(root, files);
  const isSame = stamp?.content === content;
  if (!isSame) await makeBuild(root, build);
  tryToWrite(path.join(root, 'web', 'dist', '.built.json'), JSON.stringify({ looks, content }));
  return !isSame;
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

function listSources(root) {
  return SOURCES.flatMap((name) => list(path.join(root, name))).filter((file) => !file.endsWith('.test.ts'));
}

function list(place) {
  const found = statSync(place, { throwIfNoEntry: false });
  if (!found) return [];
  if (!found.isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => list(path.join(place, entry.name)));
}

function looksOf(files) {
  const hash = createHash('sha256');
  for (const file of files) {
    const { size, mtimeMs } = statSync(file);
    hash.update(`${file}\0${size}\0${mtimeMs}\n`);
  }
  return hash.digest('hex');
}

function contentOf(root, files) {
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${path.relative(root, file)}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

/** Made beside the old one and put in its place when it is whole: a server that runs never sees half of it. */
async function makeBuild(root, build) {
  const [dist, next, old] = ['dist', '.dist-next', '.dist-old'].map((name) => path.join(root, 'web', name));
  process.stderr.write('heddle: building the web client, once for these sources …\n');
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  await build(path.join(root, 'web'), next);
  for (const file of list(next)) compress(file);
  rmSync(old, { recursive: true, force: true });
  if (existsSync(dist)) renameSync(dist, old);
  renameSync(next, dist);
  rmSync(old, { recursive: true, force: true });
}

async function runVite(web, outDir) {
  const { build } = await import('vite');
  await build({
    root: web,
    configFile: path.join(web, 'vite.config.ts'),
    logLevel: 'error',
    build: { outDir, emptyOutDir: true },
  });
}

function compress(file) {
  if (!COMPRESSED.has(path.extname(file))) return;
  const content = readFileSync(file);
  if (content.length < LEAST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 10, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
