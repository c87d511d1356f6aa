/**
 * Finds what the server needs beside its own bundle: files that it reads, and programs that it runs as processes or threads
 * of their own. The sources name each as `new URL('<place>', import.meta.url)` and may use `import.meta` for nothing else, so
 * that none can be missing in a release.
 */
import { existsSync } from 'node:fs';
import path from 'node:path';

const root = path.dirname(import.meta.dirname);

/** `new URL('./name', import.meta.url)`, as formatted on one or several lines. */
const places = /new URL\(\s*(['"`])(\.[^'"`$]*)\1,\s*import\.meta\.url,?\s*\)/g;
/** It is left as it is: packages are found from the bundle, too. */
const requires = /createRequire\(import\.meta\.url\)/g;
/** What decides when the bundle is built again, see `SOURCES` of tools/server-bundle.mjs. */
const isSource = /^(?:server\/src|wire)\//;
/** They exist after other builds, or once the program has run. */
const isMadeLater = /^(?:web|server)\/dist(?:\/|$)/;
const isCache = /(?:^|\/)node_modules\/\.cache\//;
/** Their own threads are started only by pino's transports, which we do not use. */
const withUnusedThreads = /node_modules\/(?:pino|thread-stream)\//;

export class ProgramFiles {
  /** Paths of files and folders, relative to the repository. */
  readonly resources = new Set<string>();
  /** The source of each program that runs beside the server, and its file in the bundle. */
  readonly programs = new Map<string, string>();

  /** Replaces the places in a module by those in relation to the bundle. @throws Error for what cannot be followed */
  rewrite(code: string, file: string): string {
    const source = path.relative(root, file).replaceAll(path.sep, '/');
    if (!isSource.test(source)) throw new Error(`${source} is part of the server, but not in its sources.`);
    const rewritten = code.replace(places, (_, _quote, place: string) => {
      const url = JSON.stringify(this.#add(path.posix.join(path.posix.dirname(source), place), source));
      return `new URL(${url}, import.meta.url)`;
    });
    if (code.replace(places, '').replace(requires, '').includes('import.meta'))
      throw new Error(
        `${source} uses import.meta otherwise than in new URL('./name', import.meta.url), which a release would lack.`,
      );
    return rewritten;
  }

  /** @returns its URL in relation to the bundle */
  #add(found: string, source: string): string {
    if (!isMadeLater.test(found) && !isCache.test(found) && !existsSync(path.join(root, found)))
      throw new Error(`${source} names ${found}, which is not there.`);
    if (/\.[cm]?[jt]s$/.test(found)) {
      // Not .js: where the permission model hides package.json, this name alone says that it is a module.
      const name = found
        .replace(/^server\/src\//, '')
        .replace(/\.[^.]+$/, '.mjs')
        .replaceAll('/', '-');
      this.programs.set(found, name);
      return `./${name}`;
    }
    if (!isCache.test(found)) this.resources.add(found.replace(/\/$/, ''));
    return path.posix.relative('server/dist/bundle', found) + (found.endsWith('/') ? '/' : '');
  }
}

/** @param code without comments. @throws Error for a package that looks for files beside its own code, which it would not find from the bundle */
export function requireSelfContained(code: string, file: string): void {
  if (/\bimport\.meta\b|\b__(?:dirname|filename)\b/.test(code) && !withUnusedThreads.test(file))
    throw new Error(`${file} looks for files beside itself: name its package in external of vite.config.ts.`);
}
