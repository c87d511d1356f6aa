/** E-mails that a test has caused, read from the outbox. */
import { readOutbox } from '../../server/src/lib/mail/deliver.ts';
import { parseEmail, type ReadEmail } from '../../server/src/lib/mail/read.ts';
import type { World } from './world.ts';

/** Everything sent so far, newest first. */
export async function sentEmails(world: World): Promise<ReadEmail[]> {
  await world.app.jobs.runDue();
  return (await readOutbox(world.app.config.data)).map(parseEmail);
}

export async function emailsTo(world: World, address: string): Promise<ReadEmail[]> {
  return (await sentEmails(world)).filter(({ to }) => to === address);
}

/** The path of the link to join by in the newest e-mail to somebody. */
export async function joinPathFor(world: World, address: string): Promise<string> {
  const [email] = await emailsTo(world, address);
  const path = /\/join\/[\w-]+/.exec(email?.text ?? '')?.[0];
  if (path === undefined) throw new Error(`There is no link for ${address}.`);
  return path;
}
