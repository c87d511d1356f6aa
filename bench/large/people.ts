/** People of a sample organization who get keys, so that a benchmark can act for them. */
import { loadSecrets, secretsPath } from '../../server/src/lib/secrets-file.ts';
import { hashApiKey } from '../../server/src/lib/secrets.ts';
import { write } from '../seed.ts';
import { basic } from '../support/asks.ts';

export interface SimulatedPerson {
  /** Base64 of `email:key`. */
  authorization: string;
  /** Those that the person is in. */
  channels: readonly number[];
}

const keyLength = 32;

/** While no server runs on the folder. The same people have the same keys afterwards. */
export async function giveKeys(dataDir: string, orgId: number, count: number): Promise<SimulatedPerson[]> {
  const secrets = loadSecrets(secretsPath({ data: dataDir }));
  const simulated: SimulatedPerson[] = [];
  await write(dataDir, orgId, async (tx) => {
    const people = await tx.q
      .selectFrom('person')
      .innerJoin('membership', 'membership.user_id', 'person.id')
      .innerJoin('channel', 'channel.id', 'membership.channel_id')
      .select((eb) => [
        'person.id',
        'delivery_email',
        eb.fn.agg<string>('group_concat', ['channel.id']).as('channels'),
      ])
      .where('person.org_id', '=', orgId)
      .where('membership.to_position', 'is', null)
      .where('channel.is_archived', '=', 0)
      .where('is_active', '=', 1)
      .where('is_bot', '=', 0)
      .groupBy('person.id')
      .orderBy('person.id')
      // The first is the owner, whose key is in use.
      .offset(1)
      .limit(count)
      .execute();
    for (const { id, delivery_email: email, channels } of people) {
      const key = String(id).padStart(keyLength, 'p');
      const api_key_hash = hashApiKey(secrets, key);
      await tx.q.updateTable('person').set({ api_key_hash }).where('id', '=', id).execute();
      simulated.push({ authorization: basic(email, key), channels: channels.split(',').map(Number) });
    }
  });
  return simulated;
}
