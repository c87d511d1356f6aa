/** Sends a test email, and explains a failure. */
import { Exact, Type } from '../../../../../wire/core.ts';
import { parsedEmail } from '../../../core/users/index.ts';
import { adminCommand } from '../admin-command.ts';
import { checkMail } from '../doctor/mail-server.ts';
import { CommandError } from '../../../lib/command-error.ts';

export default adminCommand({
  options: Exact({ to: Type.String() }),
  async run({ config }, { to }) {
    const address = parsedEmail(to);
    if (address === undefined) throw new CommandError(`${JSON.stringify(to)} is not an email address.`);
    const { state, text } = await checkMail(config, address);
    if (state === 'problem') throw new CommandError(text);
    return { to: address, sent: config.smtpUrl !== undefined, text };
  },
});
