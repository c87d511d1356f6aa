/** The imports of the product, read by dependency-cruiser: what breaks a rule, and the circles that no rule can name. */
import { cruise, type ICruiseResult, type IForbiddenRuleType, type IViolation } from 'dependency-cruiser';

/** What each node imports, or whom each room needs. */
export type Graph = ReadonlyMap<string, ReadonlySet<string>>;

export interface Imports {
  graph: Graph;
  violations: IViolation[];
}

/** @param root the folder that the paths are relative to */
export async function readImports(
  root: string,
  folders: string[],
  forbidden: IForbiddenRuleType[],
): Promise<Imports> {
  const { output } = await cruise(
    folders,
    {
      baseDir: root,
      ruleSet: { forbidden },
      validate: true,
      tsPreCompilationDeps: true,
      exclude: { path: '[.]test[.]tsx?$' },
      doNotFollow: { path: '^(?:node_modules|tests)/|/node_modules/' },
    },
    { exportsFields: ['exports'], conditionNames: ['import', 'node', 'default'] },
  );
  const { modules, summary } = output as ICruiseResult;
  const sources = modules.filter(({ matchesDoNotFollow, coreModule }) => !matchesDoNotFollow && !coreModule);
  const graph = new Map(
    sources.map(({ source, dependencies }) => [
      source,
      new Set(dependencies.map(({ resolved }) => resolved)),
    ]),
  );
  return { graph, violations: summary.violations };
}

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
