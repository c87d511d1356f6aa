import type { RegisterState } from '../../../../wire/register.ts';

type MutedUser = RegisterState<'muted_users'>['muted_users'][number];

export const mutedUserObject = (row: { muted_id: number; muted_at: number }): MutedUser => ({
  id: row.muted_id,
  timestamp: Math.floor(row.muted_at / 1000),
});
