/** What other rooms use of API keys. */
export { ApiKeys, isNamedKey, newNamedKey, scopesFrom } from './api-keys.ts';
export { deleteExpiredKeys, insertKey, isKeyValid, revokeKey, revokeUserKeys } from './rows.ts';
