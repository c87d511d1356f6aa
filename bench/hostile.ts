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
import { freePort } from '../tests/support/services/free-port.ts';
import { apiInputs } from './hostile/api.ts';
import { archiveInputs } from './hostile/archives.ts';
import { foreignInputs } from './hostile/foreign.ts';
import { mailInputs } from './hostile/mail.ts';
import { samlInputs } from './hostile/saml.ts';
import { scimInputs } from './hostile/scim.ts';
import { startServices } from './hostile/services.ts';
import type { HostileInput, Target } from './hostile/target.ts';
import { uploadInputs } from './hostile/uploads.ts';
import { seed } from './seed.ts';
import {
  residentMb,
  startMeteredServer,
  temporaryFolder,
  type Server,
  untilIdle,
} from './support/processes.ts';
import type { Line } from './support/report.ts';

const target = { ms: 100, mb: 64 };
/** After the response, what was begun may still be in progress. */
const settleMs = 300;

export const hostileParts = [
  'saml',
  'mail',
  'api',
  'scim',
  'uploads',
  'foreign',
  'archives',
  'services',
] as const;
type Part = (typeof hostileParts)[number];

const inputs: Readonly<Record<Part, (target: Target) => Promise<HostileInput[]>>> = {
  saml: samlInputs,
  mail: mailInputs,
  api: apiInputs,
  scim: scimInputs,
  uploads: uploadInputs,
  foreign: foreignInputs,
  archives: archiveInputs,
  services: (target) => Promise.resolve(target.services.inputs(target)),
};

export async function measureHostile(parts: readonly Part[]): Promise<Line[]> {
  const folder = temporaryFolder();
  try {
    const { authorization } = await seed(folder.path, [10]);
    const certificate = new URL('../tests/support/services/keys/fake-idp.pem', import.meta.url);
    writeFileSync(join(folder.path, 'heddle.toml'), providers(fileURLToPath(certificate)));
    const services = await startServices();
    const given = { authorization, smtpPort: await freePort(), folder: folder.path, services };
    // A server whose files are in a hostile object store stores none of the other inputs.
    const others = parts.filter((part) => part !== 'services');
    const lines = others.length === 0 ? [] : await measureParts(others, given, []);
    return parts.includes('services')
      ? [...lines, ...(await measureParts(['services'], given, services.args))]
      : lines;
  } finally {
    folder.remove();
  }
}

async function measureParts(
  parts: readonly Part[],
  given: Omit<Target, 'url'>,
  args: readonly string[],
): Promise<Line[]> {
  const server = await startMeteredServer(given.folder, [
    '--mail-replies',
    'post+%s@chat.example.com',
    '--smtp-receiver-port',
    String(given.smtpPort),
    '--reachable-networks',
    '127.0.0.1',
    ...args,
  ]);
  const lines: Line[] = [];
  try {
    const reached = { ...given, url: `http://127.0.0.1:${server.port}` };
    for (const part of parts)
      for (const input of await inputs[part](reached)) {
        await untilIdle(server.pid);
        lines.push(await measure(`${part}: ${input.what}`, server, input.send));
      }
  } finally {
    await server.stop('SIGKILL');
  }
  return lines;
}

const providers = (certificate: string): string =>
  `[[saml]]\nid = "company"\nname = "Company"\nentity_id = "https://idp.example.com/metadata"\nurl = "https://idp.example.com/sso"\n` +
  `slo_url = "https://idp.example.com/slo"\ncertificate_file = "${certificate}"\nidp_initiated = "on"\n`;

async function measure(what: string, server: Server, send: HostileInput['send']): Promise<Line> {
  const { pid, port } = server;
  const probe = await startProbe(`http://127.0.0.1:${port}/health`);
  server.process.send('start');
  const before = residentMb(pid);
  let peak = before;
  const timer = setInterval(() => (peak = Math.max(peak, residentMb(pid))), 20);
  const outcome = await send().catch((error: unknown) => String(error));
  await sleep(settleMs);
  clearInterval(timer);
  const gap = await probe.stop();
  const slice = once(server.process, 'message') as Promise<[number]>;
  server.process.send('stop');
  const [sliceMs] = await slice;
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
