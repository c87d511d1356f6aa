interface Entry {
  version: string;
  integrity?: string;
  dev?: boolean;
  optional?: boolean;
}
export interface Lock {
  packages: Record<string, Entry>;
}
export function satisfies(lock: Lock, installed: Lock, set: 'all' | 'production'): boolean;
