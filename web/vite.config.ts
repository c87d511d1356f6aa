/** Builds the web client into web/dist, files named by their content. HEDDLE_PROXY names the server that `vite dev` asks. */
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { defineConfig, type Plugin, type Rolldown } from 'vite';
import { registrationParams } from './src/connection/register.ts';
import { pageSize } from './src/store/registration.ts';

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

const source = `${import.meta.dirname}/src`;

/** Typefaces of formulas and of scripts that a page may never need are kept when they were used. */
const isKeptAhead = (file: string): boolean =>
  /^assets\/.*\.(?:js|css)$/.test(file) || /^assets\/inter-latin-wght-.*\.woff2$/.test(file);

/** Nobody needs them all: those that a page has loaded are kept by it (`src/ui/frame/start/worker.ts`). */
const isTranslation = (one: Rolldown.OutputChunk | Rolldown.OutputAsset): boolean =>
  one.type === 'chunk' && one.moduleIds.some((id) => /\/text\/(?:\w+\/)?(?!en\.)[a-z-]+\.json$/.test(id));

/** Adds the list of build files to the service worker, which is a separate script at the root of its scope. */
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
function isBroughtBy(ends: readonly string[], id: string, modules: Modules): boolean {
  const seen = new Set<string>();
  const leadsThere = (one: string): boolean => {
    if (ends.some((end) => one.endsWith(end))) return true;
    if (seen.has(one)) return false;
    seen.add(one);
    return modules.getModuleInfo(one)?.importers.some(leadsThere) === true;
  };
  return leadsThere(id);
}

/** All that the page begins with is one file: on a slow network each request costs more than its bytes. */
function partOfFirstLoad(id: string, modules: Modules): string | null {
  return isBroughtBy(['/index.html', '/src/main.tsx'], id, modules) ? 'first' : null;
}

const sides = ['/src/ui/frame/sidebar/sidebar.tsx', '/src/ui/frame/people-side/people-side.tsx'];
const writing = [
  'compose/compose-card',
  'compose/beside-writing',
  'conversation/actions/edit-box',
  'conversation/messages/message-actions',
  'conversation/messages/pinned-bar',
].map((file) => `/src/ui/${file}.tsx`);

const places = ['/src/view/channels/next-places.ts'];

/** What each page asks for next is a file each as well. */
function partOfNext(id: string, modules: Modules): string | null {
  if (isBroughtBy(places, id, modules)) return 'places';
  const [isWriting, isSide] = [isBroughtBy(writing, id, modules), isBroughtBy(sides, id, modules)];
  if (isWriting && isSide) return 'shared';
  if (isWriting) return 'writing';
  if (isSide) return 'sides';
  return isSharedIcon(id, modules) ? 'icons' : null;
}

/** Each would be a file: a request when it is needed, and a name in the first load, which is longer than the icon. */
const isSharedIcon = (id: string, modules: Modules): boolean =>
  id.includes('/lucide-preact/') && (modules.getModuleInfo(id)?.importers.length ?? 0) > 1;

/** Writes the registration parameters of this client for the server, which registers on its behalf for a first visit. */
function nameRegistration(): Plugin {
  return {
    name: 'heddle-registration',
    generateBundle() {
      const source = JSON.stringify({ params: registrationParams, pageSize });
      this.emitFile({ type: 'asset', fileName: '.vite/registration.json', source });
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

/**
 * Icons are drawn by a function of ours instead of the library's, which is ten times as long.
 * And the list of all icons leads from each of them to each page that has one: without it, an icon comes with those
 * that show it.
 */
function importIconsApart(): Plugin {
  const folder = `${path.dirname(import.meta.dirname)}/node_modules/lucide-preact/dist/esm`;
  const files = new Map<string, string>();
  const list = readFileSync(`${folder}/lucide-preact.mjs`, 'utf8');
  for (const [, names = '', file = ''] of list.matchAll(/^export \{ (.*) \} from '\.\/(icons\/.*)';$/gm))
    for (const name of names.split(', ')) files.set(name.replace('default as ', ''), `${folder}/${file}`);
  const importOne = (wanted: string): string => {
    const [name = '', local = name] = wanted.trim().split(' as ');
    if (name === '' || name.startsWith('type ')) return '';
    const file = files.get(name);
    if (file === undefined) throw new Error(`There is no icon ${name}.`);
    return `import ${local} from ${JSON.stringify(file)};`;
  };
  return {
    name: 'heddle-icons',
    enforce: 'pre',
    resolveId: {
      filter: { id: /^\.\.\/createLucideIcon\.mjs$/ },
      handler: () => `${source}/ui/kit/preact/icon-picture.ts`,
    },
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: /from 'lucide-preact'/ },
      handler: (code) =>
        code.replaceAll(/import \{([^}]*)\} from 'lucide-preact';/g, (_all, names: string) =>
          names.split(',').map(importOne).join(' '),
        ),
    },
  };
}

const englishFile = `${source}/text/main/en.json`;
const lateTexts = 'virtual:heddle-late-texts';

/** Modules that come with one, by what they import as values. */
function collectModules(entry: string, seen = new Map<string, string>()): ReadonlyMap<string, string> {
  if (seen.has(entry)) return seen;
  const code = readFileSync(entry, 'utf8');
  seen.set(entry, code);
  for (const [, file = ''] of code.matchAll(
    /^(?:import|export) (?!type )(?:[^'";]* from )?'(\.[^']+\.tsx?)'/gm,
  ))
    collectModules(path.resolve(path.dirname(entry), file), seen);
  return seen;
}

/** Texts that some code may ask for: it has their keys, or their beginnings where a key is put together. */
function textsIn(code: string, all: Readonly<Record<string, string>>): Record<string, string> {
  const keys = new Set([...code.matchAll(/['"]([\w.-]+)['"]/g)].map(([, key]) => key));
  const beginnings = [...code.matchAll(/`([\w.-]+\.)\$\{/g)].map(([, beginning = '']) => beginning);
  const isAsked = (key: string) => keys.has(key) || beginnings.some((one) => key.startsWith(one));
  return Object.fromEntries(Object.entries(all).filter(([key]) => isAsked(key)));
}

/**
 * English is there from the beginning: only as much of it as the first load may show. What comes later brings the rest, by
 * an import of its own, so that nothing runs before its texts are there. Other languages are one file each.
 */
function splitEnglish(): Plugin {
  let first: ReadonlyMap<string, string> = new Map();
  return {
    name: 'heddle-late-texts',
    apply: 'build',
    enforce: 'pre',
    buildStart() {
      first = collectModules(`${source}/main.tsx`);
    },
    resolveId: { filter: { id: /^virtual:heddle-late-texts$/ }, handler: (id) => id },
    load: {
      filter: { id: /text\/main\/en\.json$|^virtual:heddle-late-texts$/ },
      handler(id) {
        const all = JSON.parse(readFileSync(englishFile, 'utf8')) as Record<string, string>;
        const asked = textsIn([...first.values()].join('\n'), all);
        if (id === englishFile) return JSON.stringify(asked);
        const rest = Object.fromEntries(Object.entries(all).filter(([key]) => !Object.hasOwn(asked, key)));
        return `import english from ${JSON.stringify(englishFile)};\nObject.assign(english, ${JSON.stringify(rest)});`;
      },
    },
    transform: {
      filter: { id: /\/web\/src\/.*\.tsx?$/, code: /\/text\.ts'/ },
      handler: (code, id) => (first.has(id) ? null : `import '${lateTexts}';\n${code}`),
    },
    generateBundle(_options, bundle) {
      for (const one of Object.values(bundle))
        if (one.type === 'chunk' && one.isEntry && one.moduleIds.includes(lateTexts))
          throw new Error('The first load has all texts.');
    },
  };
}

const workerFile = 'sw.js';
const loadAgain = 'load-again';

/** Adds the script that reloads the page when the other one was not received. */
function addLoadAgain(): Plugin {
  return {
    name: 'heddle-load-again',
    apply: 'build',
    transformIndexHtml(_html, { bundle = {} }) {
      const made = Object.values(bundle).find((one) => one.type === 'chunk' && one.name === loadAgain);
      if (made === undefined) throw new Error(`The build has no ${loadAgain}.`);
      return [
        { tag: 'script', attrs: { type: 'module', async: true, src: `/${made.fileName}` }, injectTo: 'head' },
      ];
    },
  };
}

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
        [loadAgain]: `${source}/ui/frame/start/load-again.ts`,
      },
      output: {
        entryFileNames: ({ name }) => (name === 'worker' ? workerFile : 'assets/[name]-[hash:7].js'),
        chunkFileNames: 'assets/[name]-[hash:7].js',
        assetFileNames: 'assets/[name]-[hash:7][extname]',
        codeSplitting: {
          // A group takes along what its modules import and none before it has.
          groups: [
            { name: partOfFirstLoad, priority: 2 },
            { name: 'texts', test: /^virtual:heddle-late-texts$/, priority: 1 },
            { name: partOfNext },
          ],
        },
      },
    },
  },
  plugins: [
    splitEnglish(),
    completeTexts(),
    importIconsApart(),
    addLoadAgain(),
    listFilesForWorker(),
    nameRegistration(),
  ],
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: { proxy: Object.fromEntries(served.map((path) => [path, server])) },
});
