import { columnTypes, type Dialect } from '../sql.ts';
import { initialSchema } from './initial/index.ts';

export interface Migration {
  name: string;
  statements: (dialect: Dialect) => string[];
  /**
   * Of one that changes or removes what others use: the migration that a version must know at least to run beside it. All
   * others only expand, so that any version may run beside them.
   */
  needs?: string;
}

/** In order; each runs in one transaction. A released migration is never changed. */
export const migrations: readonly Migration[] = [
  { name: '0001-initial', statements: initialSchema, needs: '0001-initial' },
  {
    name: '0002-password-links',
    statements: (dialect) => [`ALTER TABLE account_link ADD COLUMN maker_id ${columnTypes(dialect).int}`],
  },
];
