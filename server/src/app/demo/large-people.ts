/** Generates the people and the empty channels of a large organization. */
import { roles, type Role } from '../../../../wire/core.ts';
import { insertChannel } from '../../core/channels/index.ts';
import { insertPerson, newCredentials, systemBots } from '../../core/users/index.ts';
import { createOrganization } from '../../features/organization/index.ts';
import type { App } from '../open-app.ts';
import { hashPassword } from '../../lib/passwords.ts';
import type { DemoSize } from './size.ts';
import type { Chance } from './random.ts';
import { firstNames, lastNames } from './words.ts';
import { TextGenerator, type NamedUser } from './writing.ts';

interface CrowdChannel {
  id: number;
  isPrivate: boolean;
}

export interface DemoPeople {
  orgId: number;
  /** The owner first. */
  people: NamedUser[];
  owner: { id: number; email: string; apiKey: string };
  /** The largest first. */
  channels: CrowdChannel[];
  /** Milliseconds since 1970: creation time of everything. */
  now: number;
}

const privateShare = 0.2;

export async function makeCrowd(
  app: App,
  size: DemoSize,
  password: string,
  chance: Chance,
): Promise<DemoPeople> {
  const passwordHash = await hashPassword(password);
  const botCredentials = systemBots.map(() => newCredentials(app.secrets, null));
  const { apiKey, ...credentials } = newCredentials(app.secrets, passwordHash);
  const email = 'owner@demo.example';
  const people: NamedUser[] = [];
  const { orgId, ownerId } = await app.db.write(0, 'system', async (tx) => {
    const made = await createOrganization(tx, {
      name: `Demo of ${size.people} people`,
      subdomain: '',
      owner: { email, fullName: 'Olive Owner', ...credentials },
      botCredentials,
    });
    people.push({ id: made.ownerId, fullName: 'Olive Owner' });
    for (let number = 1; number < size.people; number++) {
      const fullName = `${chance.pick(firstNames)} ${chance.pick(lastNames)}`;
      const id = await insertPerson(tx, made.orgId, {
        email: `person${number}@demo.example`,
        fullName,
        role: getRole(number),
        ...newCredentials(app.secrets, passwordHash),
      });
      people.push({ id, fullName });
    }
    return made;
  });
  await app.organizations.refresh();
  const { channels, now } = await makeChannels(app, orgId, ownerId, size, chance);
  return { orgId, people, owner: { id: ownerId, email, apiKey }, channels, now };
}

/** One person in a hundred is an administrator, two are moderators and five are guests. */
function getRole(number: number): Role {
  const inHundred = number % 100;
  if (inHundred === 1) return roles.administrator;
  if (inHundred <= 3 && inHundred > 0) return roles.moderator;
  return inHundred >= 95 ? roles.guest : roles.member;
}

async function makeChannels(
  app: App,
  orgId: number,
  creatorId: number,
  size: DemoSize,
  chance: Chance,
): Promise<Pick<DemoPeople, 'channels' | 'now'>> {
  const pen = new TextGenerator(chance);
  return app.db.write(orgId, 'system', async (tx) => {
    const channels: CrowdChannel[] = [];
    for (let number = 1; number <= size.channels; number++) {
      const isFirst = number === 1;
      const isPrivate = !isFirst && chance.is(privateShare);
      const id = await insertChannel(tx, {
        name: isFirst ? 'general' : pen.channelName(number),
        description: pen.topic(),
        creatorId,
        isPrivate,
        isHistoryPublic: !isPrivate || chance.is(0.5),
        isDefault: isFirst,
      });
      channels.push({ id, isPrivate });
    }
    return { channels, now: tx.now };
  });
}
