import { columnTypes, type Dialect } from '../sql.ts';

/** How registered devices are reached by push notifications. */
export function mobilePush(dialect: Dialect): string[] {
  const t = columnTypes(dialect);
  return [
    ...['push_key_id', 'token_updated_at'].map((name) => addColumn(name, t.int)),
    ...['push_key', 'token_kind', 'token_id', 'pending_token_id', 'registration_error'].map((name) =>
      addColumn(name, 'text'),
    ),
  ];
}

const addColumn = (name: string, type: string): string =>
  `ALTER TABLE client_device ADD COLUMN ${name} ${type}`;
