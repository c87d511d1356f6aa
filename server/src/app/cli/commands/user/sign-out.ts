/** Ends the browser sessions of a person; API keys stay valid. */
import { Exact, Type } from '../../../../../../wire/core.ts';
import { audit } from '../../../../core/audit/index.ts';
import { endUserSessions } from '../../../../core/sessions/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';

export default adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const sessions = await app.db.write(cache.orgId, 'system', async (tx) => {
      const ended = await endUserSessions(tx, id);
      await audit(tx, { action: 'user.sign_out', target: { type: 'user', id }, after: { sessions: ended } });
      return ended;
    });
    return { user_id: id, email: deliveryEmail, sessions };
  },
});
