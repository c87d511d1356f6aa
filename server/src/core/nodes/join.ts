import type { Connection } from '../../db/connection.ts';
import { soleNode, type Nodes } from './nodes.ts';
import type { RegistryOptions } from './registry.ts';

/**
 * @param control Of a database that several processes may serve; `undefined` of the embedded one.
 * @throws StartRefused when this node cannot run beside those that do
 */
export async function joinNodes(
  control: Connection | undefined,
  options: Omit<RegistryOptions, 'control'>,
): Promise<Nodes> {
  if (!control) return soleNode;
  const { NodeRegistry } = await import('./registry.ts');
  return NodeRegistry.join({ ...options, control });
}
