/** What other rooms use of the sign-in methods. */
export {
  type Identity,
  deleteIdentity,
  findAccountIdentity,
  findIdentity,
  findSessionIdentity,
  insertIdentity,
  moveIdentity,
  noteKey,
  notePicture,
  noteUse,
  readAccountIdentity,
  readIdentity,
} from './identities.ts';
export {
  findJwtIssuer,
  findLdap,
  findProvider,
  fixedProviders,
  getProvider,
  getProviders,
  isOnlyEmail,
  readStored,
} from './registry.ts';
