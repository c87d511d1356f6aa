/** What other rooms use of API keys. */
export { type ApiKey, ApiKeys, isNamedKey, newNamedKey, scopesFrom } from './api-keys.ts';
export { type NewKey, deleteExpiredKeys, insertKey, isKeyValid, revokeKey, revokeUserKeys } from './rows.ts';
