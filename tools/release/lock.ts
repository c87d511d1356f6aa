/** What package-lock.json says about the packages of a release. */
import type { Target } from './targets.ts';

interface LockEntry {
  version: string;
  integrity?: string;
  license?: string;
  dev?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  os?: string[];
  cpu?: string[];
  libc?: string[];
  devDependencies?: Record<string, string>;
  dependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

export interface Lock {
  packages: Record<string, LockEntry>;
}

const folder = 'node_modules/';

export const packageName = (place: string): string => place.slice(place.lastIndexOf(folder) + folder.length);

const accepts = (list: string[] | undefined, value: string): boolean => list?.includes(value) ?? true;

const suits = (entry: LockEntry, { cpu }: Target): boolean =>
  accepts(entry.os, 'linux') && accepts(entry.cpu, cpu) && accepts(entry.libc, 'glibc');

/** Where Node finds a package that is required in `from`. */
function resolve(lock: Lock, from: string, name: string): string | undefined {
  for (let at = from; ; at = at.slice(0, Math.max(0, at.lastIndexOf(`/${folder}`)))) {
    const place = `${at === '' ? '' : `${at}/`}${folder}${name}`;
    if (lock.packages[place]) return place;
    if (at === '') return undefined;
  }
}

/** The packages that `names` need while they run on the target, themselves included: their places, sorted. @throws Error for one that the lock file does not have */
export function closure(lock: Lock, names: readonly string[], target: Target): string[] {
  const found = new Set<string>();
  const waiting = names.map((name) => ({ from: '', name, isOptional: false }));
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { from, name, isOptional } = next;
    const place = resolve(lock, from, name);
    const entry = place === undefined ? undefined : lock.packages[place];
    if (place === undefined || !entry || !suits(entry, target)) {
      if (isOptional) continue;
      throw new Error(`package-lock.json has no ${name} for ${target.name}.`);
    }
    if (found.has(place)) continue;
    found.add(place);
    const optional = Object.keys(entry.optionalDependencies ?? {});
    for (const each of Object.keys(entry.dependencies ?? {}))
      waiting.push({ from: place, name: each, isOptional: optional.includes(each) });
    for (const each of optional) waiting.push({ from: place, name: each, isOptional: true });
  }
  return [...found].sort();
}

/** Everything that a release holds code of, bundled or as a package. */
export function productionPackages(lock: Lock, target: Target): string[] {
  const names = Object.keys(lock.packages['']?.dependencies ?? {});
  return closure(lock, names, target);
}
