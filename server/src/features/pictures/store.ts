/**
 * Stores pictures of users, emoji and organizations: first the files, then the row, so that no row refers to missing
 * files.
 */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { Db } from '../../db/db.ts';
import type { AppContext } from '../../core/context/index.ts';
import { type JobContext, enqueue, jobKind, storeOrRemove } from '../../core/jobs/index.ts';
import type { Tx } from '../../core/log/index.ts';
import type { Principal } from '../../core/organization/index.ts';
import { holdRetryMs } from '../../lib/files/hold.ts';
import type { Picture } from '../../lib/images/process.ts';

/** The files of each kind of picture, in the order in which they are drawn. */
export const pictureFiles = {
  avatar: ['small.png', 'medium.png'],
  emoji: ['image.webp', 'still.webp'],
  icon: ['icon.png'],
  logo: ['logo.png'],
  night_logo: ['logo.png'],
} as const;
export type PictureKind = keyof typeof pictureFiles;

/** Pictures that need no authentication, at paths that cannot be guessed. */
export const publicPrefix = '/user_avatars/';

export const pictureKey = (path: string, file: string): string => `pictures/${path}/${file}`;

/** Stores the files under a new path, which `write` gives to their holder. */
export function storePicture<T>(
  { db, files }: AppContext,
  me: Principal,
  kind: PictureKind,
  pictures: readonly Picture[],
  write: (tx: Tx, path: string) => Promise<T>,
): Promise<T> {
  const path = `${me.orgId}/${randomBytes(1).toString('hex')}/${randomBytes(18).toString('base64url')}`;
  const put = async () => {
    for (const [i, name] of pictureFiles[kind].entries()) {
      const bytes = Buffer.from(pictures[i]?.bytes ?? []);
      const file = await files.incoming.receive(Readable.from([bytes]), bytes.length);
      if (file) await files.store.put(pictureKey(path, name), file, 'image/png');
    }
  };
  const removal = { kind: jobs.removePicture, payload: { kind, path } };
  return storeOrRemove(db, { orgId: me.orgId, author: me }, removal, put, (tx) => write(tx, path));
}

export async function pathOfPicture(
  db: Db,
  orgId: number,
  kind: PictureKind,
  holderId: number,
): Promise<string | undefined> {
  const row = await db.q
    .selectFrom('picture')
    .select('path')
    .where('org_id', '=', orgId)
    .where('kind', '=', kind)
    .where('holder_id', '=', holderId)
    .executeTakeFirst();
  return row?.path;
}

export async function holdPicture(tx: Tx, kind: PictureKind, holderId: number, path: string): Promise<void> {
  await dropPicture(tx, kind, holderId);
  await tx.q.insertInto('picture').values({ org_id: tx.orgId, kind, holder_id: holderId, path }).execute();
}

/** Deletes the row now, and the files by a job. Idempotent. */
export async function dropPicture(tx: Tx, kind: PictureKind, holderId: number): Promise<void> {
  const row = await tx.q
    .deleteFrom('picture')
    .where('org_id', '=', tx.orgId)
    .where('kind', '=', kind)
    .where('holder_id', '=', holderId)
    .returning('path')
    .executeTakeFirst();
  if (row) await enqueue(tx, jobs.removePicture, { kind, path: row.path });
}

/** The job: deletes the files of a path that no row refers to. */
export async function removePicture({ app, orgId, payload }: JobContext<RemovePicture>): Promise<void> {
  const { kind, path } = payload;
  const held = await app.db.read.q
    .selectFrom('picture')
    .select('path')
    .where('path', '=', path)
    .executeTakeFirst();
  if (held) return;
  if (app.files.removals.isHeld) {
    await app.db.write(orgId, 'system', (tx) =>
      enqueue(tx, jobs.removePicture, payload, tx.now + holdRetryMs),
    );
    return;
  }
  for (const name of pictureFiles[kind]) await app.files.store.remove(pictureKey(path, name));
}

// Job kinds of this feature, with their payloads.

interface RemovePicture {
  kind: PictureKind;
  path: string;
}

export const jobs = {
  /** Deletes the files of a picture. */
  removePicture: jobKind<RemovePicture>('removePicture'),
};
