/** How tools/server-bundle.mjs puts the server together: what is imported late stays in files of its own, and names stay as they are. */
import path from 'node:path';
import { defineConfig, type Plugin } from 'vite';

const sources = path.join(import.meta.dirname, 'src');

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

/** `import.meta.url` still names the source, beside which other files are looked for; only require() starts at the bundle. */
function sourcePlaces(): Plugin {
  return {
    name: 'source-places',
    enforce: 'pre',
    transform: {
      filter: { id: /\.ts$/, code: /import\.meta\b/ },
      handler(code, id) {
        const place = path.relative(sources, id).replaceAll(path.sep, '/');
        const url = `new URL(${JSON.stringify(`../../src/${place}`)}, import.meta.url).href`;
        return code.replace(/(?<!createRequire\()import\.meta\.url/g, url);
      },
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

export default defineConfig({
  root: import.meta.dirname,
  publicDir: false,
  ssr: { noExternal: true, external },
  plugins: [sourcePlaces(), leanText()],
  build: {
    ssr: 'src/main.ts',
    // The bundle runs under the Node that made it.
    target: 'esnext',
    minify: false,
    rolldownOptions: {
      // Comments are a third of the text, which V8 keeps.
      output: { entryFileNames: '[name].js', chunkFileNames: '[name].js', comments: false },
    },
  },
});
