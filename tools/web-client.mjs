// Builds the web client into web/dist when its sources have changed. Needs no network.
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { makeReadable } from './readable.mjs';
import { compareSources, listFiles } from './sources.mjs';

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
  if (!hasSources(root)) return false;
  const { isSame, remember } = compareToBuild(root);
  if (!isSame) await makeBuild(root, build);
  remember();
  return !isSame;
}

/** @returns whether nothing has to be built to serve the client. */
export const isClientBuilt = (root = ROOT) => !hasSources(root) || compareToBuild(root).isSame;

const hasSources = (root) => existsSync(path.join(root, 'web', 'vite.config.ts'));

const compareToBuild = (root) => compareSources(root, SOURCES, path.join(root, 'web', 'dist', '.built.json'));

/** Made beside the old one and put in its place when it is whole: a server that runs never sees half of it. */
async function makeBuild(root, build) {
  const [dist, next, old] = ['dist', `.dist-next-${process.pid}`, `.dist-old-${process.pid}`].map((name) =>
    path.join(root, 'web', name),
  );
  process.stderr.write('heddle: building the web client …\n');
  rmSync(next, { recursive: true, force: true });
  mkdirSync(next, { recursive: true });
  try {
    await build(path.join(root, 'web'), next);
    for (const file of listFiles(next)) compress(file);
    makeReadable(next);
    replace(dist, next, old);
  } finally {
    for (const folder of [next, old]) rmSync(folder, { recursive: true, force: true });
  }
}

function replace(dist, next, old) {
  try {
    if (existsSync(dist)) renameSync(dist, old);
    renameSync(next, dist);
  } catch (error) {
    // Another process builds the same at this moment, and was faster.
    if (!['ENOENT', 'ENOTEMPTY', 'EEXIST'].includes(error.code)) throw error;
  }
}

async function runVite(web, outDir) {
  const vite = await import('./vite.mjs');
  await vite.runVite(web, outDir);
}

function compress(file) {
  if (!COMPRESSED.has(path.extname(file))) return;
  const content = readFileSync(file);
  if (content.length < LEAST_BYTES) return;
  const params = { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length };
  writeFileSync(`${file}.br`, brotliCompressSync(content, { params }));
  writeFileSync(`${file}.gz`, gzipSync(content, { level: 9 }));
}
