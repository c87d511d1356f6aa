/** What other rooms use of the second factor. */
export { type Enrolment, confirmEnrolment, newEnrolment, sameEnrolment } from './enrolment.ts';
export { getTwoFactorStart, isTwoFactorRequired, needsBrowserSignIn, storeTwoFactorStart } from './policy.ts';
export { countRecoveryCodes, newRecoveryCodes } from './recovery-codes.ts';
export { deleteTwoFactor, hasTwoFactor, resealTwoFactor, storeTwoFactor, takeCode } from './rows.ts';
