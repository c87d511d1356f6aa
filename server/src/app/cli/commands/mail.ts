import { Exact, Type } from '../../../../../wire/core.ts';
import { EmailRefused, postReply } from '../../../features/notifications/index.ts';
import { takeMail } from '../../mail-in/take-mail.ts';
import { adminCommand } from '../admin-command.ts';
import { CommandError } from '../../../lib/command-error.ts';
import { composeDigest } from '../../../features/digests/index.ts';
import { organizationFor, userFor } from '../lookup.ts';
import { parsedEmail } from '../../../core/users/index.ts';
import { checkMail } from '../doctor/mail-server.ts';

const MailReceiveOptions = Exact({
  addresses: Type.Array(Type.String()),
  from: Type.String(),
  text: Type.String(),
  attachments: Type.Integer({ minimum: 0 }),
  id: Type.String(),
  // The file with the whole email, for an email to a channel.
  channel: Type.Optional(Exact({ address: Type.String(), path: Type.String() })),
});

/** Receives an email (a reply, or an email to a channel) and posts it, or rejects it with a reason. */
export const mailReceive = adminCommand({
  options: MailReceiveOptions,
  async run(app, { channel, ...reply }) {
    const { mailReplies } = app.config;
    if (mailReplies === undefined)
      throw new CommandError('Replies by email are disabled: mail_replies is not set.');
    try {
      const posted = channel
        ? await takeMail(app, channel.path, channel.address)
        : await postReply(app, mailReplies, reply);
      return { posted };
    } catch (error) {
      if (!(error instanceof EmailRefused)) throw error;
      app.log.info({ refusal: error.refusal }, 'an email was rejected');
      return { refused: error.refusal, reason: error.message };
    }
  },
});

/** Shows the digest that a user would get now, without sending it. */
export const mailDigest = adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const digest = await composeDigest(app, cache, userFor(cache, email), app.clock.now());
    return { subject: digest?.subject ?? null, text: digest?.text ?? null, html: digest?.html ?? null };
  },
});

/** Sends a test email, and explains a failure. */
export const mailTest = adminCommand({
  options: Exact({ to: Type.String() }),
  async run({ config }, { to }) {
    const address = parsedEmail(to);
    if (address === undefined) throw new CommandError(`${JSON.stringify(to)} is not an email address.`);
    const { state, text } = await checkMail(config, address);
    if (state === 'problem') throw new CommandError(text);
    return { to: address, sent: config.smtpUrl !== undefined, text };
  },
});
