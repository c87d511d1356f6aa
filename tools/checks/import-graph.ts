/** The imports of the product: what breaks a rule, and the circles that no rule can name. */
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { isBuiltin } from 'node:module';
import path from 'node:path';
import { parseSync } from 'rolldown/utils';

/** What each node imports, or whom each room needs. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

/** Who may not import what: regular expressions of paths. `$1` in those of `to` is the first group of `from.path`. */
export interface ImportRule {
  name: string;
  comment: string;
  from: Paths;
  to: Paths;
}

interface Paths {
  path: string;
  /** Those that the rule is not about. */
  except?: readonly string[];
}

export interface Violation {
  rule: ImportRule;
  from: string;
  to: string;
}

interface Imports {
  graph: Graph;
  violations: Violation[];
}

const SOURCE = /(?<![.]test)[.](?:tsx?|mts|mjs|js)$/;

/** @param folders and files, whose paths are relative to `root`, as those of the graph are */
export function readImports(root: string, folders: readonly string[], rules: readonly ImportRule[]): Imports {
  const files = folders.flatMap((folder) => listSources(root, folder));
  const graph = new Map(files.map((file) => [file, readTargets(root, file)]));
  return { graph, violations: rules.flatMap((rule) => listViolations(rule, graph)) };
}

function listSources(root: string, place: string): string[] {
  if (statSync(path.join(root, place)).isFile()) return [place];
  return readdirSync(path.join(root, place), { withFileTypes: true }).flatMap((entry) => {
    const name = `${place}/${entry.name}`;
    if (entry.isDirectory()) return isMade(entry.name) ? [] : listSources(root, name);
    return SOURCE.test(name) ? [name] : [];
  });
}

const isMade = (folder: string): boolean => folder === 'node_modules' || folder === 'dist';

/** Imports of types count, and those that are made late. Files by their path, packages and parts of Node by their name. */
function readTargets(root: string, file: string): Set<string> {
  const text = readFileSync(path.join(root, file), 'utf8');
  const { module, errors } = parseSync(file, text);
  if (errors[0]) throw new Error(`${file}: ${errors[0].message}`);
  const names = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.map(({ moduleRequest }) => moduleRequest?.value),
    ),
    // The parser lists only those of them that are no types.
    ...[...text.matchAll(/\bimport\(\s*(['"`])([^'"`$]+)\1/g)].map(([, , name]) => name),
  ];
  return new Set(names.filter((name) => name !== undefined).map((name) => toTarget(root, file, name)));
}

function toTarget(root: string, file: string, name: string): string {
  // A query says how the bundler gives the file.
  const [bare = ''] = name.split('?');
  if (bare.startsWith('.')) return toFile(root, path.posix.join(path.posix.dirname(file), bare));
  if (isBuiltin(bare)) return bare.startsWith('node:') ? bare : `node:${bare}`;
  return `node_modules/${bare}/`;
}

/** @throws Error for a path without its extension, which would be a node of its own */
function toFile(root: string, target: string): string {
  if (!existsSync(path.join(root, target))) throw new Error(`${target} is imported, and is no file`);
  return target;
}

function listViolations(rule: ImportRule, graph: Graph): Violation[] {
  const begin = new RegExp(rule.from.path);
  return [...graph].flatMap(([from, targets]) => {
    const match = begin.exec(from);
    if (!match || isExcept(rule.from, from)) return [];
    const withGroup = (pattern: string) => pattern.replaceAll('$1', match[1] ?? '');
    const { path: end, except = [] } = rule.to;
    const to = { path: withGroup(end), except: except.map(withGroup) };
    return [...targets]
      .filter((target) => new RegExp(to.path).test(target) && !isExcept(to, target))
      .map((target) => ({ rule, from, to: target }));
  });
}

const isExcept = ({ except = [] }: Paths, file: string): boolean =>
  except.some((pattern) => new RegExp(pattern).test(file));

/** @returns the graph between groups of nodes; a node for which `getGroup` gives null is left out */
export function aggregate(graph: Graph, getGroup: (node: string) => string | null): Graph {
  const groups = new Map<string, Set<string>>();
  for (const [node, targets] of graph) {
    const group = getGroup(node);
    if (group === null) continue;
    const reached = groups.get(group) ?? new Set();
    for (const target of targets) {
      const other = getGroup(target);
      if (other !== null && other !== group) reached.add(other);
    }
    groups.set(group, reached);
  }
  return groups;
}

/**
 * Circles that share a node are one, so these are the strongly connected components of more than one node (Tarjan).
 * @returns the members of each, sorted; the largest first
 */
export function circles(graph: Graph): string[][] {
  const found: string[][] = [];
  const order = new Map<string, number>();
  const path: string[] = [];
  const onPath = new Set<string>();

  /** @returns the first node on the path that is reached from this one */
  const visit = (node: string): number => {
    const own = order.size;
    let first = own;
    order.set(node, own);
    path.push(node);
    onPath.add(node);
    for (const target of graph.get(node) ?? []) {
      if (!order.has(target)) first = Math.min(first, visit(target));
      else if (onPath.has(target)) first = Math.min(first, order.get(target)!);
    }
    if (first === own) {
      const members = path.splice(path.lastIndexOf(node));
      for (const member of members) onPath.delete(member);
      if (members.length > 1) found.push(members.sort());
    }
    return first;
  };

  for (const node of graph.keys()) if (!order.has(node)) visit(node);
  return found.sort((a, b) => b.length - a.length);
}

/** Rooms are the folders of core/ and of features/, and every folder of the web client with what stands in it directly. */
export function getRoom(file: string): string | null {
  const [, server, web] =
    /^server\/src\/((?:core|features)\/[^/]+)\/|^(web\/src\/.+)\/[^/]+\.tsx?$/.exec(file) ?? [];
  return server ?? web ?? null;
}
