/** heddle import undo: the server must be stopped, since accounts and channels end that it has in memory. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { undoImport } from '../../../import/undo.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor } from '../../given.ts';
import { CommandError } from '../../trouble.ts';

export default adminCommand({
  options: Exact({ org: Type.Optional(Type.String()), run: Type.Optional(Type.Integer({ minimum: 1 })) }),
  async run(app, { org, run }) {
    if (app.generation > 0) throw new CommandError('The server is running. Stop it first.');
    return { ...(await undoImport(app, await organizationFor(app, org), run)) };
  },
});
