/** What became of people of a directory in Heddle. */
import type { HeddleServer } from './heddle-server.ts';

/** Names of the groups that Heddle shows a person in, without its own. */
export async function readGroups(server: HeddleServer, email: string): Promise<string[]> {
  const { json } = await server.as().get('/users');
  const id = json.members.find(
    (user: { email: string; delivery_email: string }) => user.delivery_email === email,
  )?.user_id;
  const { json: groups } = await server.as().get('/user_groups');
  return groups.user_groups
    .filter(
      ({ members, is_system_group: isSystem }: { members: number[]; is_system_group: boolean }) =>
        !isSystem && members.includes(id),
    )
    .map(({ name }: { name: string }) => name)
    .sort();
}

export async function readUser(server: HeddleServer, email: string) {
  const { json } = await server.as().get('/users');
  return json.members.find((user: { delivery_email: string }) => user.delivery_email === email);
}
