/** Exports of administrators, made in the process of the test. */
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { exportOrganization } from '../../server/src/app/organization-archive/export.ts';
import { exporter, type MakeArchive } from '../../server/src/features/exports/index.ts';
import type { World } from './world.ts';

const makeHere: MakeArchive = (config, { subdomain, kind }) => {
  const pipe = new PassThrough();
  const type = kind === 'public' ? 'public' : 'consented';
  const sink = async (chunk: Buffer) => {
    if (!pipe.write(chunk)) await once(pipe, 'drain');
  };
  exportOrganization(config, sink, { subdomain, type, hasFiles: true }).then(
    () => pipe.end(),
    (error: unknown) => pipe.destroy(error as Error),
  );
  return pipe;
};

/** Makes what was asked for. */
export async function finishExports(
  { app }: Pick<World, 'app'>,
  make: MakeArchive = makeHere,
): Promise<void> {
  const made = exporter(app);
  made.make = make;
  await app.jobs.runDue(Date.now() + 60_000);
  await made.idle();
  made.make = undefined;
}
