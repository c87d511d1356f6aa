/** What other rooms use of the sign-in methods. */
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
