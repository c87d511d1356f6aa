/** Ends the sessions of a person in browsers; what signs in with an API key goes on. */
import { Exact, Type } from '../../../../../wire/core.ts';
import { endUserSessions } from '../../../core/sessions/index.ts';
import { adminCommand } from '../admin-command.ts';
import { organizationFor, userFor } from '../given.ts';

export default adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const { id, deliveryEmail } = userFor(cache, email);
    const sessions = await app.db.write(cache.orgId, 'system', (tx) => endUserSessions(tx, id));
    return { user_id: id, email: deliveryEmail, sessions };
  },
});
