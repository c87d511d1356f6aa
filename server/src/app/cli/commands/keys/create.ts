/** Creates a named API key for an account and prints it. It cannot be shown again. */
import { CreateApiKeyParams } from '../../../../../../wire/api-keys.ts';
import { Exact, Type } from '../../../../../../wire/core.ts';
import { createKey } from '../../../../features/api-keys/index.ts';
import { findNamed, type OrganizationCache } from '../../../../core/organization/index.ts';
import { adminCommand } from '../../admin-command.ts';
import { organizationFor, userFor } from '../../lookup.ts';
import { CommandError } from '../../../../lib/command-error.ts';

const { name, scopes } = CreateApiKeyParams.properties;

const Options = Exact({
  email: Type.String(),
  name,
  scopes,
  /** Name of a channel. */
  channel: Type.Optional(Type.String()),
  days: Type.Optional(Type.Integer({ minimum: 1, maximum: 3650 })),
  org: Type.Optional(Type.String()),
});

export default adminCommand({
  options: Options,
  async run(app, { email, channel, days, org, ...given }) {
    const cache = await organizationFor(app, org);
    const user = userFor(cache, email);
    const made = await app.db.write(cache.orgId, 'system', (tx) =>
      createKey(tx, user, {
        ...given,
        ...(channel === undefined ? {} : { channel_id: channelNamed(tx.cache, channel) }),
        ...(days === undefined ? {} : { expires_in_days: days }),
      }),
    );
    return { user_id: user.id, email: user.deliveryEmail, key_id: made.id, api_key: made.api_key };
  },
});

function channelNamed(cache: OrganizationCache, given: string): number {
  const channel = findNamed(cache.channels, given);
  if (!channel) throw new CommandError(`There is no channel with the name ${JSON.stringify(given)}.`);
  return channel.id;
}
