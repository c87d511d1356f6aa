/** What other rooms use of the ways to sign in. */
export {
  type AnyProvider,
  findJwtIssuer,
  findLdap,
  findProvider,
  fixedProviders,
  getProvider,
  getProviders,
  isOnlyEmail,
  readStored,
} from './registry.ts';
