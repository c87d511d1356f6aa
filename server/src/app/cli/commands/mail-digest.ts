/** Shows the digest that a user would get now, without sending it. */
import { Exact, Type } from '../../../../../wire/core.ts';
import { composeDigest } from '../../../features/digests/index.ts';
import { adminCommand } from '../admin-command.ts';
import { organizationFor, userFor } from '../lookup.ts';

export default adminCommand({
  options: Exact({ email: Type.String(), org: Type.Optional(Type.String()) }),
  async run(app, { email, org }) {
    const cache = await organizationFor(app, org);
    const digest = await composeDigest(app, cache, userFor(cache, email), app.clock.now());
    return { subject: digest?.subject ?? null, text: digest?.text ?? null, html: digest?.html ?? null };
  },
});
