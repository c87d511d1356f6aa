/** `heddle …`: what a command does not need is not loaded. */
import nodeModule from 'node:module';
import { fileURLToPath } from 'node:url';

// Everything in the data folder is its owner's alone, whatever the shell says.
process.umask(0o077);
// Starting without it costs twice the time. Where it cannot be written, it does nothing.
nodeModule.enableCompileCache(
  fileURLToPath(new URL('../../node_modules/.cache/heddle-compile', import.meta.url)),
);
const { run } = await import('./app/cli/program.ts');
await run(process.argv);
