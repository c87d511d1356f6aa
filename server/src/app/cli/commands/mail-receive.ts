/** Receives an email reply: posts it, or refuses it with a reason. */
import { Exact, Type } from '../../../../../wire/core.ts';
import { AnswerRefused, postAnswer } from '../../../features/notifications/index.ts';
import { adminCommand, type Result } from '../admin-command.ts';
import { CommandError } from '../trouble.ts';

const Options = Exact({
  addresses: Type.Array(Type.String()),
  from: Type.String(),
  text: Type.String(),
  attachments: Type.Integer({ minimum: 0 }),
  id: Type.String(),
});

export default adminCommand({
  options: Options,
  async run(app, answer): Promise<Result> {
    const { mailReplies } = app.config;
    if (mailReplies === undefined)
      throw new CommandError('Replies by email are disabled: mail_replies is not set.');
    try {
      return { posted: await postAnswer(app, mailReplies, answer) };
    } catch (error) {
      if (!(error instanceof AnswerRefused)) throw error;
      app.log.info({ refusal: error.refusal }, 'a reply by email was rejected');
      return { refused: error.refusal, reason: error.message };
    }
  },
});
