/** Builds the web client into web/dist, files named by their content. HEDDLE_PROXY names the server that `vite dev` asks. */
import { defineConfig } from 'vite';

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
      output: {
        entryFileNames: 'assets/[name]-[hash].js',
        chunkFileNames: 'assets/[name]-[hash].js',
        assetFileNames: 'assets/[name]-[hash][extname]',
      },
    },
  },
  oxc: { jsx: { runtime: 'automatic', importSource: 'preact' } },
  server: { proxy: Object.fromEntries(served.map((path) => [path, server])) },
});
