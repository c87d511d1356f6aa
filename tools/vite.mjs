// Runs Vite in a separate process, because it leaves hundreds of megabytes behind in the process that loads it.
import { execFile } from 'node:child_process';
import path from 'node:path';
import { promisify } from 'node:util';

/** Builds a folder of the repository with the configuration that lies in it. @throws Error with what Vite says. */
export async function runVite(folder, outDir) {
  const vite = path.join(path.dirname(folder), 'node_modules', 'vite', 'bin', 'vite.js');
  const config = path.join(folder, 'vite.config.ts');
  const options = ['--configLoader', 'native', '--logLevel', 'error', '--outDir', outDir, '--emptyOutDir'];
  const args = [
    '--disable-warning=ExperimentalWarning',
    vite,
    'build',
    folder,
    '--config',
    config,
    ...options,
  ];
  try {
    await promisify(execFile)(process.execPath, args);
  } catch (error) {
    throw new Error(error.stderr?.trim() || error.message, { cause: error });
  }
}
