/** Implements `heddle serve`: starts the server, prints its address, and stops it on the system's signals. */
import { styleText } from 'node:util';
import type { Logger } from 'pino';
import { loadConfig, type Config } from '../../lib/config/config.ts';
import { makeLog } from '../../lib/logging.ts';
import type { Nodes } from '../../core/nodes/index.ts';
import { exporter } from '../../features/exports/index.ts';
import { importer } from '../../features/imports/index.ts';
import { makeImportEngine } from '../../transfer/import/engine.ts';
import { runExportCommand } from '../../transfer/organization-archive/command.ts';
import { giveBackMemory } from '../start/memory.ts';
import type { RunningWork } from '../../lib/storage/running-work.ts';
import { startServer, type Running } from '../start/serve.ts';
import { mountDevEmails } from '../../pages/dev-emails.ts';
import { writeOut } from './print.ts';

export interface ServeFlags extends Record<string, unknown> {
  demo?: boolean;
  json?: boolean;
}

/** Printed for the operator once the server can be reached. */
interface Welcome {
  url: string;
  data: string;
  setupUrl: string | null;
  demo: { email: string; password: string; api_key: string } | null;
}

export async function serve(flags: ServeFlags): Promise<void> {
  const config = loadConfig(flags);
  const log = makeLog(config.logLevel);
  const life = new ProcessLifecycle(log, config);
  let demo: Welcome['demo'] = null;
  const running = await startServer({
    config,
    log,
    joining: (nodes) => life.join(nodes),
    recording: (runningWork) => life.record(runningWork),
    prepare: async (app) => {
      exporter(app).make = runExportCommand;
      importer(app).engine = makeImportEngine(app);
      if (!flags.demo) return;
      const { ensureDemo } = await import('../demo/ensure.ts');
      demo = await ensureDemo(app);
    },
    // Links in emails sign anyone in: only emails of a demo are shown.
    mounts: () => (demo ? [mountDevEmails] : []),
  });
  life.begin(running);
  giveBackMemory(running.app);
  const { url, setupUrl } = running;
  const welcome = { url, data: config.data, setupUrl, demo };
  if (flags.json) writeOut(`${JSON.stringify({ url, setup_url: setupUrl, demo })}\n`);
  else process.stderr.write(welcomeText(welcome));
}

/** When and how the process ends. */
class ProcessLifecycle {
  readonly #log: Logger;
  readonly #config: Config;
  #running: Running | undefined;
  #nodes: Nodes | undefined;
  #runningWork: RunningWork | undefined;
  #isEnding = false;

  constructor(log: Logger, config: Config) {
    this.#log = log;
    this.#config = config;
    const signals = { SIGTERM: 143, SIGINT: 130 } as const;
    for (const [signal, code] of Object.entries(signals))
      process.on(signal, () => {
        // A second signal ends the process at once.
        if (this.#isEnding) process.exit(code);
        this.#log.info({ signal }, 'stopping');
        void this.#end(0);
      });
    // Otherwise it opens a debugger, by which every account of the machine can run code here.
    process.on('SIGUSR1', () => this.#log.warn('SIGUSR1 has no effect: debugging is off'));
    // A closed terminal or a full disk loses output, and must not stop the server.
    for (const stream of [process.stdout, process.stderr]) stream.on('error', () => undefined);
    for (const kind of ['uncaughtException', 'unhandledRejection'] as const)
      process.on(kind, (error) => {
        this.#log.fatal(
          { err: error },
          'unexpected error; exiting because the state in memory may be inconsistent',
        );
        process.exit(1);
      });
  }

  /** A start that is ended leaves the other nodes; they would wait for its work otherwise. */
  join(nodes: Nodes): void {
    this.#nodes = nodes;
  }

  record(runningWork: RunningWork): void {
    this.#runningWork = runningWork;
  }

  begin(running: Running): void {
    this.#running = running;
  }

  async #end(code: number): Promise<void> {
    this.#isEnding = true;
    this.#runningWork?.stop();
    const { drainSeconds, shutdownTimeout } = this.#config;
    const tooLong = setTimeout(
      () => {
        this.#log.warn('shutdown timed out; exiting before everything was closed');
        process.exit(code);
      },
      (drainSeconds + shutdownTimeout) * 1000,
    );
    try {
      await (this.#running ?? this.#nodes)?.stop();
    } catch (error) {
      this.#log.error({ err: error }, 'shutdown failed');
      code = 1;
    }
    clearTimeout(tooLong);
    process.exit(code);
  }
}

function welcomeText({ url, data, setupUrl, demo }: Welcome): string {
  const isTerminal = process.stderr.isTTY;
  const strong = (text: string) => (isTerminal ? styleText('bold', text) : text);
  const lines = [`Heddle is running at ${strong(url)}`, `Data folder: ${data}`];
  if (setupUrl !== null)
    lines.push(
      '',
      'There is no organization yet. Create one with this link, which works once and expires after a day:',
      `  ${strong(setupUrl)}`,
    );
  if (demo)
    lines.push(
      '',
      'Sign in to the demo organization in a browser or with any compatible client:',
      `  Address   ${url}`,
      `  Email     ${demo.email}`,
      `  Password  ${demo.password}   (the same for all demo users)`,
      `  API key   ${demo.api_key}`,
    );
  return `\n${lines.join('\n')}\n\n`;
}
