/**
 * `npm run bench -- --hostile`: sends each hostile input of docs/reliability.md to a server in a process of its own. The target is that
 * nobody else waits more than 100 ms for it, and that the server does not grow by more than 64 MB. The CPU time of the longest slice of
 * its event loop is what they would wait on a machine without other work. `--part mail` only sends those of a kind.
 */
import { fork } from 'node:child_process';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { isIn } from '../server/src/lib/objects.ts';
import { freePort } from '../tests/support/services/free-port.ts';
import { anonymousInputs } from './hostile/anonymous.ts';
import { apiInputs } from './hostile/api.ts';
import { archiveInputs } from './hostile/archives.ts';
import { metadataInputs, openidInputs, pageInputs } from './hostile/foreign.ts';
import { mailInputs } from './hostile/mail.ts';
import { memberInputs } from './hostile/members.ts';
import { startModels } from './hostile/models.ts';
import { type HostilePart, serviceParts, type UsualPart, usualParts } from './hostile/parts.ts';
import { runInputs, writePrograms } from './hostile/programs.ts';
import { samlInputs } from './hostile/saml.ts';
import { scimInputs } from './hostile/scim.ts';
import { startServices } from './hostile/services.ts';
import type { HostileInput, Target } from './hostile/target.ts';
import { uploadInputs } from './hostile/uploads.ts';
import { seed } from './seed.ts';
import {
  residentMb,
  longestSlice,
  startMeteredServer,
  temporaryFolder,
  type Server,
  untilIdle,
} from './support/processes.ts';
import type { Line } from './support/report.ts';

const target = { ms: 100, mb: 64 };
/** After the response, what was begun may still be in progress. */
const settleMs = 300;

const usualInputs: Readonly<Record<UsualPart, (target: Target) => Promise<HostileInput[]>>> = {
  ...anonymousInputs,
  ...memberInputs,
  ...runInputs,
  saml: samlInputs,
  'saml-metadata': metadataInputs,
  openid: openidInputs,
  mail: mailInputs,
  ...apiInputs,
  scim: scimInputs,
  uploads: uploadInputs,
  pages: pageInputs,
  models: (target) => Promise.resolve(target.models.inputs.models(target)),
  calls: (target) => Promise.resolve(target.models.inputs.calls(target)),
  archives: archiveInputs,
};

export async function measureHostile(parts: readonly HostilePart[]): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    const { authorization } = await seed(folder.path, [10]);
    const certificate = new URL('../tests/support/services/keys/fake-idp.pem', import.meta.url);
    writeFileSync(join(folder.path, 'heddle.toml'), providers(fileURLToPath(certificate)));
    const [services, models] = [await startServices(), await startModels()];
    const given = { authorization, smtpPort: await freePort(), folder: folder.path, services, models };
    // A server whose files are in a hostile object store stores none of the other inputs.
    const others = usualParts.filter((part) => parts.includes(part));
    const wanted = serviceParts.filter((part) => parts.includes(part));
    return [
      ...(await measureParts(others, given, models.args)),
      ...(await measureParts(wanted, given, services.args)),
    ];
  } finally {
    folder.remove();
  }
}

async function measureParts(
  parts: readonly HostilePart[],
  given: Omit<Target, 'url'>,
  args: readonly string[],
): Promise<Line[]> {
  if (parts.length === 0) return [];
  const server = await startMeteredServer(given.folder, [
    '--mail-replies',
    'post+%s@chat.example.com',
    '--smtp-receiver-port',
    String(given.smtpPort),
    '--reachable-networks',
    '127.0.0.1',
    ...writePrograms(given.folder),
    ...args,
  ]);
  const lines: Line[] = [];
  try {
    const reached = { ...given, url: `http://127.0.0.1:${server.port}` };
    for (const part of parts) {
      const inputs = await (isIn(usualParts, part)
        ? usualInputs[part](reached)
        : given.services.inputs[part](reached));
      if (inputs.length === 0) throw new Error(`The part ${part} has no inputs.`);
      for (const input of inputs) {
        await untilIdle(server.pid);
        lines.push(await measure(`${part}: ${input.what}`, server, input.send));
      }
    }
  } finally {
    await server.stop('SIGKILL');
  }
  return lines;
}

const providers = (certificate: string): string =>
  `[[saml]]\nid = "company"\nname = "Company"\nentity_id = "https://idp.example.com/metadata"\nurl = "https://idp.example.com/sso"\n` +
  `slo_url = "https://idp.example.com/slo"\ncertificate_file = "${certificate}"\nidp_initiated = "on"\n` +
  `[[jwt]]\nsecret = "a secret that nobody knows who sends hostile inputs"\n`;

async function measure(what: string, server: Server, send: HostileInput['send']): Promise<Line> {
  const { pid, port } = server;
  const probe = await startProbe(`http://127.0.0.1:${port}/health`);
  const before = residentMb(pid);
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 20);
  const { result: outcome, ms: sliceMs } = await longestSlice(server, async () => {
    const sent = await send().catch((error: unknown) => String(error));
    await sleep(settleMs);
    return sent;
  });
  clearInterval(timer);
  const gap = await probe.stop();
  const growth = peak - before;
  return {
    id: 'hostile',
    what: `${what} (${outcome})`,
    measured: `${gap.toFixed(0)} ms (CPU ${sliceMs.toFixed(0)} ms), +${growth.toFixed(0)} MB`,
    target: `<= ${target.ms} ms, +${target.mb} MB`,
    isMet: gap <= target.ms && growth <= target.mb,
  };
}

/** In a process of its own, since this one makes and sends the inputs. */
async function startProbe(url: string): Promise<{ stop: () => Promise<number> }> {
  const child = fork(new URL('./hostile/probe.ts', import.meta.url), [url], { execArgv: process.execArgv });
  await once(child, 'message');
  return {
    async stop() {
      const reply = once(child, 'message');
      child.send('stop');
      const [longest] = (await reply) as [number];
      return longest;
    },
  };
}
