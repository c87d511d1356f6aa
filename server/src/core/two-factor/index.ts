/** What other rooms use of the second factor. */
export { type Enrolment, confirmEnrolment, newEnrolment, sameEnrolment } from './enrolment.ts';
export {
  deletePasskey,
  findPasskey,
  insertPasskey,
  isPasskeyUsed,
  listPasskeys,
  notePasskeyUse,
  renamePasskey,
} from './passkeys.ts';
export { getTwoFactorStart, isTwoFactorRequired, needsBrowserSignIn, storeTwoFactorStart } from './policy.ts';
export {
  countRecoveryCodes,
  deleteRecoveryCodes,
  newRecoveryCodes,
  deleteApp,
  deleteTwoFactor,
  hasApp,
  hasTwoFactor,
  resealTwoFactor,
  storeTwoFactor,
  takeCode,
} from './rows.ts';
