/** Settings for receiving emails, in addition to `heddle mail receive`. */
import { Type } from '../../../../wire/core.ts';
import { startTls } from './config-mail.ts';

const path = (description: string) =>
  Type.Optional(Type.String({ minLength: 1, value: 'path', expects: 'a path', description }));

export const mailInSettings = {
  smtpReceiverPort: Type.Optional(
    Type.Integer({
      minimum: 0,
      maximum: 65_535,
      value: 'number',
      expects: 'a whole number from 0 to 65535',
      description: 'Port on which emails are received by SMTP, such as 25; without it, none are',
    }),
  ),
  smtpReceiverHost: Type.String({
    minLength: 1,
    default: '127.0.0.1',
    value: 'address',
    expects: 'an address or a host name',
    description: 'Address to listen on for SMTP; 0.0.0.0 for all interfaces',
  }),
  smtpReceiverCert: path('Certificate with its chain (PEM) for STARTTLS; by default that of --tls-cert'),
  smtpReceiverKey: path('Private key of --smtp-receiver-cert'),
  smtpReceiverMaxMib: Type.Integer({
    minimum: 1,
    maximum: 64,
    default: 25,
    value: 'mebibytes',
    expects: 'a whole number of mebibytes from 1 to 64',
    description:
      'Maximum size of an email that is received by SMTP or by heddle mail receive, or fetched by IMAP',
  }),
  imapUrl: Type.Optional(
    Type.String({
      pattern: '^imaps?://[^ ]+:[^ ]+@[^ @/]+(/[^ ]*)?$',
      value: 'url',
      expects: 'an imap:// or imaps:// URL, such as imaps://user:password@mail.example.com/INBOX',
      description: 'Mailbox from which emails are fetched',
      isSecret: true,
    }),
  ),
  imapStartTls: startTls('imap://', 'to this machine'),
  imapPollSeconds: Type.Integer({
    minimum: 10,
    maximum: 86_400,
    default: 60,
    value: 'seconds',
    expects: 'a whole number of seconds from 10 to 86400',
    description: 'How often the mailbox is checked',
  }),
};
