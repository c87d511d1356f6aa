import { searchLinesDdl } from '../search-sql.ts';
import { type Dialect } from '../sql.ts';

export function search(dialect: Dialect): string[] {
  return searchLinesDdl(dialect);
}
