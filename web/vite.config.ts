/** Builds the web client into web/dist, files named by their content. HEDDLE_PROXY names the server that `vite dev` asks. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin, type Rolldown } from 'vite';

const server = process.env.HEDDLE_PROXY ?? 'http://127.0.0.1:9991';
const served = [
  '/api',
  '/static',
  '/user_uploads',
  '/user_avatars',
  '/avatar',
  '/external_content',
  '/login',
];

/** Typefaces of formulas and of scripts that a page may never need are kept when they were used. */
const isKeptAhead = (file: string): boolean =>
  /^assets\/.*\.(?:js|css)$/.test(file) || /^assets\/inter-latin-wght-.*\.woff2$/.test(file);

/** Nobody needs them all: those that a page has loaded are kept by it (`src/ui/page/start/worker.ts`). */
const isTranslation = (one: Rolldown.OutputChunk | Rolldown.OutputAsset): boolean =>
  one.type === 'chunk' && one.moduleIds.some((id) => /\/text\/(?:\w+\/)?(?!en\.)[a-z-]+\.json$/.test(id));

/** Tells the service worker what this build is made of. It is a script of its own, at the root of what it serves. */
function listFilesForWorker(): Plugin {
  return {
    name: 'heddle-worker',
    // After Vite has taken out what turned out empty.
    enforce: 'post',
    generateBundle(_options, bundle) {
      const made = Object.values(bundle);
      const files = made
        .filter((one) => !isTranslation(one))
        .map(({ fileName }) => fileName)
        .filter(isKeptAhead);
      const entry = made.find((one) => one.type === 'chunk' && one.isEntry && one.name === 'index');
      const worker = bundle[workerFile];
      if (entry === undefined || worker?.type !== 'chunk')
        throw new Error('The build has no page or no worker.');
      if (worker.imports.length > 0) throw new Error('The service worker shares code with the page.');
      const name = createHash('sha256')
        .update(worker.code)
        .update(files.sort().join())
        .digest('hex')
        .slice(0, 12);
      const build = { name, entry: entry.fileName, files: files.map((file) => `/${file}`) };
      worker.code = `const heddleBuild=${JSON.stringify(build)};\n${worker.code}`;
    },
  };
}

interface Modules {
  getModuleInfo(id: string): { importers: readonly string[] } | null;
}

/** Whether a module is one of `ends` or brought along by one. */
function isPartOf(ends: readonly string[], id: string, modules: Modules): boolean {
  const seen = new Set<string>();
  const leadsThere = (one: string): boolean => {
    if (ends.some((end) => one.endsWith(end))) return true;
    if (seen.has(one)) return false;
    seen.add(one);
    return modules.getModuleInfo(one)?.importers.some(leadsThere) === true;
  };
  return leadsThere(id);
}

const earlyScript = '/src/ui/page/start/early.ts';

/** All that the page begins with is one file, and a small one before it: on a slow network each request costs more than its bytes. */
function partOfFirstLoad(id: string, modules: Modules): string | null {
  if (isPartOf([earlyScript], id, modules)) return 'early';
  return isPartOf(['/index.html', '/src/main.tsx'], id, modules) ? 'first' : null;
}

/** The small script runs as soon as it is there, and does not wait for those that need it. */
function runEarly(): Plugin {
  return {
    name: 'heddle-early',
    transformIndexHtml: {
      order: 'post',
      handler(html, { bundle }) {
        if (bundle === undefined) return html;
        const early = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === 'early');
        if (early === undefined) throw new Error('The build has no early script.');
        const preload = new RegExp(`\\s*<link rel="modulepreload"[^>]*${early.fileName}"[^>]*>`);
        const script = `<script type="module" async crossorigin src="/${early.fileName}"></script>\n    `;
        return html.replace(preload, '').replace('<script type="module"', `${script}<script type="module"`);
      },
    },
  };
}

/** Fills up each language with English, so that a page loads one language. Errors have their English text in the response. */
function completeTexts(): Plugin {
  const read = (file: string) => JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  return {
    name: 'heddle-texts',
    enforce: 'pre',
    load: {
      filter: { id: /\/web\/src\/text\/[a-z]+\/[a-z-]+\.json$/ },
      handler(id) {
        const english = path.join(path.dirname(id), 'en.json');
        this.addWatchFile(english);
        return JSON.stringify({ ...read(english), ...read(id) });
      },
    },
  };
}

const workerFile = 'sw.js';

export default defineConfig({
  root: import.meta.dirname,
  base: '/',
  build: {
    outDir: 'dist',
    emptyOutDir: true,
    manifest: true,
    target: 'es2023',
    // A strict Content-Security-Policy admits no data: scripts, and what is inlined cannot be cached.
    assetsInlineLimit: 0,
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 300,
    rolldownOptions: {
      input: {
        index: `${import.meta.dirname}/index.html`,
        worker: `${import.meta.dirname}/src/worker/worker.ts`,
      },
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? workerFile : 'assets/[name]-[hash].js'),
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
        codeSplitting: { groups: [{ name: partOfFirstLoad }] },
      },
    },
  },
  plugins: [completeTexts(), listFilesForWorker(), runEarly()],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: { proxy: Object.fromEntries(served.map((path) => [path, server])) },
});
