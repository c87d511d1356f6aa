/** How tools/server-bundle.mjs puts the server together: what is imported late stays in files of its own, and names stay as they are. */
import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { build, type Plugin, type UserConfig } from 'vite';
import { ProgramFiles, requireSelfContained } from './program-files.ts';

/** They have native parts, read files of their own, or are large and seldom needed. Everything else is bundled. */
export const external = [
  '@aws-sdk/client-s3',
  '@fastify/ajv-compiler',
  '@fastify/fast-json-stringify-compiler',
  'disposable-email-domains-js',
  'highlight.js',
  'katex',
  'ldapts',
  'light-my-request',
  'markdown-it',
  'nodemailer',
  'pg',
  're2js',
  'roaring-wasm',
  'sharp',
];

/** Rewrites where the sources look for files; with the server, builds the programs that it runs beside itself. */
function programFiles(files: ProgramFiles): Plugin {
  return {
    name: 'program-files',
    enforce: 'pre',
    transform: {
      filter: { id: { include: /\.ts$/, exclude: /\/node_modules\// } },
      handler: (code, id) => files.rewrite(code, id),
    },
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        for (const [id, { code }] of Object.entries(file.type === 'chunk' ? file.modules : {}))
          if (id.includes('/node_modules/')) requireSelfContained(code ?? '', id);
    },
  };
}

/** Each in a file of its own with all that it imports, since it runs without the server's other files. */
function besideServer(files: ProgramFiles): Plugin {
  return {
    name: 'beside-server',
    async writeBundle({ dir = '' }) {
      // Those that one of them runs are added while they are built.
      for (const [source, name] of files.programs)
        await build({
          configFile: false,
          logLevel: 'error',
          ...configure(files, path.join('..', source), name, dir),
        });
      const resources = [...files.resources].sort();
      writeFileSync(path.join(dir, 'resources.json'), `${JSON.stringify(resources, null, 2)}\n`);
    },
  };
}

/**
 * What the text of the bundle costs an idle server. An import statement reads every export of a built-in module, and those of
 * node:http load all of fetch(): 16 MB. And V8 keeps the text of a file, with two bytes a character where one is beyond Latin-1.
 */
function leanText(): Plugin {
  const imports = /^import \{([^}]*)\} from "node:http";$/gm;
  const escape = (unit: string) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
  return {
    name: 'lean-text',
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === 'chunk')
          file.code = file.code
            .replace(imports, (_line, names: string) => {
              const bindings = names.replaceAll(' as ', ': ');
              return `const {${bindings}} = process.getBuiltinModule("node:http");`;
            })
            .replace(/[\u0100-\uffff]/g, escape);
    },
  };
}

function configure(files: ProgramFiles, source: string, name: string, outDir?: string): UserConfig {
  const chunk = outDir === undefined ? '[name].js' : `${path.parse(name).name}-[name].mjs`;
  return {
    root: import.meta.dirname,
    publicDir: false,
    ssr: { noExternal: true, external },
    plugins: [programFiles(files), leanText()],
    build: {
      ssr: source,
      ...(outDir === undefined ? {} : { outDir, emptyOutDir: false }),
      // The bundle runs under the Node that made it.
      target: 'esnext',
      minify: false,
      rolldownOptions: {
        // Comments are a third of the text, which V8 keeps.
        output: { entryFileNames: name, chunkFileNames: chunk, comments: false },
      },
    },
  };
}

const files = new ProgramFiles();
const server = configure(files, 'src/main.ts', 'main.js');
export default { ...server, plugins: [...(server.plugins ?? []), besideServer(files)] };
