/** The exports of `organization` for other rooms. */
export { loadSignInProviders } from './load.ts';
export { OrganizationCache, findNamed, loadCache } from './organization-cache.ts';
export {
  allMembers,
  directMembers,
  holds,
  isFullMember,
  isInGroup,
  isInAnyGroup,
  systemGroup,
} from './permissions.ts';
export {
  type DeclaredNeeds,
  type GrantedKey,
  type KeyNeeds,
  type Leaves,
  admitsKey,
  checkKeyChannel,
  checkLeaves,
  checkMayLeaveAccess,
  leavesEach,
  mayLeaveAccess,
} from './key-scopes.ts';
export {
  type Endpoint,
  type Policy,
  type SignedInPolicy,
  admit,
  checkPolicy,
  checkPolicyIn,
  isPolicy,
} from './policy.ts';
export {
  type Principal,
  currentUser,
  notSignedIn,
  organizationEnded,
  principalFromBasic,
  parseBasic,
  principalFromKey,
  principalFromNamedKey,
  principalFromSession,
  refuseEnded,
  wrongPassword,
} from './principal.ts';
export {
  ownLanguage,
  textsOfOrganization,
  textsOfPerson,
  usualLanguage,
  mayIn,
  organizationPermission,
  organizationSettings,
  isOpenToAnonymous,
  userSetting,
} from './settings.ts';
export type {
  Channel,
  CustomEmoji,
  Group,
  Organization,
  OrganizationPicture,
  SignInRules,
  StoredProvider,
  Touched,
  User,
} from './types.ts';
