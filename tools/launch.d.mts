export interface NodeFacts {
  versions: Partial<Record<'node' | 'sqlite' | 'openssl', string>>;
  features: { typescript?: unknown };
}
export function suits(facts: NodeFacts): boolean;
