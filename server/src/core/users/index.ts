/** The exports of `users` for other rooms. */
export {
  type AccountLink,
  findLink,
  deleteEmailLinks,
  isChangeRequested,
  deleteLinks,
  deleteLinksAround,
  deleteLinksBeyondRights,
  deleteExpiredLinks,
  linkLifetimes,
  makeLink,
  storeLink,
  takeLink,
  takeOneOfTwo,
} from './account-link.ts';
export { hiddenAddress, hiddenAddressHost } from './address.ts';
export {
  checkEmailIsFree,
  checkNameIsFree,
  checkPasswordStrength,
  leastPasswordLength,
  checkedFullName,
  emailInUse,
  parsedEmail,
} from './checks.ts';
export { cleanFullName, usableFullName, checkPersonInput } from './person-input.ts';
export { grants, hasGrant, isAboveAdministrators, isGrant, setGrant } from './grants.ts';
export { personAdded, profileDeleted, userDeactivated } from './hooks.ts';
export {
  type Credentials,
  type NewPerson,
  chosenLanguage,
  insertPeople,
  insertPerson,
  newCredentials,
} from './insert.ts';
export { getMutedUsers, mutersOfUser, partedFrom } from './muted-users.ts';
export {
  getOwnUser,
  getUser,
  getUserByEmail,
  getUsers,
  listAccounts,
  newestReceived,
  noSuchUser,
  userByEmail,
  visibleUser,
} from './queries.ts';
export { getPeopleTextBytes, PeopleList } from './people-text.ts';
export { findOwner, concernsOthers, getPrincipals } from './resolve-users.ts';
export {
  avatarUrl,
  mediumAvatarUrl,
  nextVersion,
  pictureSecret,
  shownVersion,
  withoutPicture,
  isoTime,
  registeredUserObject,
  unknownUserAdded,
  systemBotObject,
  unknownSender,
  unknownUserObject,
  userAdded,
  userChanged,
} from './serialize.ts';
export { type SystemBotName, systemBotEmail, systemBots } from './system-bots.ts';
export { watchVisibility } from './visibility-changes.ts';
export {
  type UserVisibility,
  audienceAbout,
  conversationPartners,
  isLimited,
  knows,
  leftOut,
  limitedPartners,
  seesEmail,
  seesEmailIf,
  getUserVisibility,
} from './visibility.ts';
