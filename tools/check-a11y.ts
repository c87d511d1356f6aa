/**
 * npm run check:a11y [-- --from <number>] [-- --only <part of a name>]
 * Opens every screen and overlay of the web client, and the pages of the server, in every look (`tests/e2e/looks.ts`), part by
 * part. Says what it finds as it goes; ends with 1 if there was anything.
 */
import path from 'node:path';
import { makeTemplate } from '../tests/e2e/cast.ts';
import { furnish } from '../tests/e2e/furnish.ts';
import { Findings, lookAtOverlays, lookAtScreens } from '../tests/e2e/looking.ts';
import { everyLook } from '../tests/e2e/looks.ts';
import { getOverlays } from '../tests/e2e/overlays.ts';
import { openStage, type Stage } from '../tests/e2e/stage.ts';
import type { Watched } from '../tests/e2e/watch.ts';
import { picture } from '../tests/support/fixtures/pictures.ts';
import type { OwnServer } from '../tests/support/process/own-server.ts';
import { bundleServer } from './server-bundle.mjs';
import { readOptions } from './options.ts';

const { values: options } = readOptions(import.meta.filename, {
  options: { from: { type: 'string', default: '1' }, only: { type: 'string', default: '' } },
});

const loom = await picture(300, 200);
const overlays = Object.entries(getOverlays(Buffer.from(loom)));

interface Part {
  number: number;
  name: string;
  look: (stage: Stage, findings: Findings) => Promise<void>;
}

const parts: Part[] = everyLook
  .flatMap((look) => [
    {
      name: `${look.name}: screens`,
      look: (stage: Stage, findings: Findings) => lookAtScreens(stage, look, findings),
    },
    {
      name: `${look.name}: overlays`,
      look: (stage: Stage, findings: Findings) => lookAtOverlays(stage, look, findings, overlays),
    },
  ])
  .map((part, index) => ({ number: index + 1, ...part }));

const wanted = parts.filter(
  ({ number, name }) => number >= Number(options.from) && name.includes(options.only),
);
if (wanted.length === 0)
  throw new Error(
    `No such part. These are: ${parts.map(({ number, name }) => `${number} ${name}`).join('; ')}.`,
  );

/** An organization of its own for each part: what one has left behind is seen in no other. */
async function lookAt(part: Part): Promise<number> {
  const start = performance.now();
  const watched: Watched = { complaints: [] };
  const findings = new Findings();
  let end = (): Promise<void> => Promise.resolve();
  try {
    const stage: Stage<OwnServer> = await openStage({ after: (undo) => (end = undo) }, watched);
    await furnish(stage, loom);
    await part.look(stage, findings);
  } finally {
    await end();
  }
  const found = [...findings.found, ...watched.complaints];
  const seconds = Math.round((performance.now() - start) / 1000);
  console.log(
    `${part.number}/${parts.length} ${part.name}: ${found.length === 0 ? 'nothing found' : `${found.length} found`}, ${seconds} s`,
  );
  for (const one of found) console.log(`  ${one.replaceAll('\n', '\n    ')}`);
  return found.length;
}

await bundleServer(path.dirname(import.meta.dirname));
const template = await makeTemplate();
process.env.HEDDLE_TEST_TEMPLATE = template.folder;
// The browser ends by itself then, and every page that is opened after it would be a finding.
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    template.remove();
    process.exit(1);
  });
let count = 0;
try {
  for (const part of wanted) count += await lookAt(part);
} finally {
  template.remove();
}
console.log(count === 0 ? 'Nothing found.' : `${count} found.`);
// Connections that pages have kept alive would hold the process.
process.exit(count === 0 ? 0 : 1);
