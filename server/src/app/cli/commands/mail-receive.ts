/** Receives an email (a reply, or an email to a channel) and posts it, or rejects it with a reason. */
import { Exact, Type } from '../../../../../wire/core.ts';
import { EmailRefused, postReply } from '../../../features/notifications/index.ts';
import { takeMail } from '../../mail-in/take-mail.ts';
import { adminCommand } from '../admin-command.ts';
import { CommandError } from '../../../lib/command-error.ts';

const Options = Exact({
  addresses: Type.Array(Type.String()),
  from: Type.String(),
  text: Type.String(),
  attachments: Type.Integer({ minimum: 0 }),
  id: Type.String(),
  // The file with the whole email, for an email to a channel.
  channel: Type.Optional(Exact({ address: Type.String(), path: Type.String() })),
});

export default adminCommand({
  options: Options,
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
