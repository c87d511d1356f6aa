/** Settings of the mail server for outgoing emails, and of the encryption of connections to mail servers. */
import { Type } from '../../../../wire/core.ts';

const startTlsModes = ['auto', 'on', 'offered', 'off'] as const;
export type StartTls = (typeof startTlsModes)[number];

/** @param whenAuto Completes "auto is on, except …". */
export const startTls = (scheme: string, whenAuto: string) =>
  Type.Enum([...startTlsModes], {
    default: 'auto',
    value: startTlsModes.join('|'),
    expects: `one of ${startTlsModes.join(', ')}`,
    description: `Encryption of ${scheme} connections: on sends nothing without STARTTLS, offered encrypts if the server offers it, off never does; auto is on, except ${whenAuto}`,
  });

export const outgoingMailSettings = {
  smtpUrl: Type.Optional(
    Type.String({
      pattern: '^smtps?://[^ ?#]+$',
      value: 'url',
      expects:
        'an smtp:// or smtps:// URL without a query, such as smtp://user:password@mail.example.com:587',
      description:
        'Mail server for outgoing email; without one, emails are written to outbox/ in the data folder',
      isSecret: true,
    }),
  ),
  smtpStartTls: startTls('smtp://', 'to this machine, and without a password in private networks'),
};
