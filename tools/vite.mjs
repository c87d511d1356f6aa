// Runs Vite in a separate process, because it leaves hundreds of megabytes behind in the process that loads it.
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { promisify } from 'node:util';

/**
 * Builds a folder of the repository with the configuration that lies in it, after installing Vite where only the packages
 * of a running server are installed. @throws Error with the output of Vite or npm.
 */
export async function runVite(folder, outDir) {
  const root = path.dirname(folder);
  const vite = path.join(root, 'node_modules', 'vite', 'bin', 'vite.js');
  if (!existsSync(vite)) await installDevelopmentPackages(root);
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

async function installDevelopmentPackages(root) {
  const { install } = await import('./install.mjs');
  install(root, root, 'all');
}
