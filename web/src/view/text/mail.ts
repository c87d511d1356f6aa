/** What is said of emails where the server has no mail server. Texts that promise one pass through here: mail.test.ts. */
import type { Live } from '../../store/live.ts';
import { t, type TextKey } from './text.ts';

export const sendsMail = (live: Live): boolean =>
  live.get('organization').realm_heddle_server_sends_mail !== false;

/** @param instead what is said where no email is sent */
export const withMail = (live: Live, promise: string, instead: string = t('mail.none')): string =>
  sendsMail(live) ? promise : instead;

/** Above or beside choices that are about emails only. */
export const mailHint = (live: Live): TextKey | undefined => (sendsMail(live) ? undefined : 'mail.none');
