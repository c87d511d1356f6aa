import type { Dialect } from '../sql.ts';
import { ground } from './0001-ground.ts';

/** In order; each runs in one transaction. A released migration is never changed. */
export const migrations: readonly { name: string; statements: (dialect: Dialect) => string[] }[] = [
  { name: '0001-ground', statements: ground },
];
