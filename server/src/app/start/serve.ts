/** A server from start to stop: the database, the HTTP edge, the pages beside the API and the socket for commands. */
import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { openAdminSocket, refuseSecondServer, type AdminSocket } from '../cli/socket/socket.ts';
import { type Config, openTelemetryVariables } from '../../lib/config/config.ts';
import { prepareDataFolder } from '../../lib/config/data-folder.ts';
import { announceRestart } from './announce-restart.ts';
import { mounts, routes } from '../features.ts';
import type { Metrics } from '../metrics/listener.ts';
import { wantsTraces } from '../traces/settings.ts';
import type { Traces } from '../traces/traces.ts';
import { mountHealth } from './health.ts';
import { openApp, type App } from '../open-app.ts';
import { PendingRequests } from './pending-requests.ts';
import { buildServer, type Mount } from '../../http/server.ts';
import { warmUp } from '../../lib/markdown/render.ts';
import { scheduledBackups } from '../scheduled-backup/schedule.ts';
import { builtClient, mountPages } from '../../pages/routes.ts';
import { Setup } from '../../pages/setup.ts';
import { ownUrl } from '../../http/urls.ts';
import { heddleVersion } from '../../lib/version.ts';
import { usesTls } from '../../lib/config/config-tls.ts';
import type { Tls } from '../tls/open-tls.ts';
import type { Server as TlsServer } from 'node:tls';

/** By then the first requests have their responses; before memory is given back, of which this leaves some behind. */
const startedMs = 1000;

export interface ServeOptions {
  config: Config;
  log: Logger;
  /** Runs before anyone is let in. */
  prepare?: (app: App) => Promise<void>;
  /** What is served beside everything else, asked for after `prepare`. */
  mounts?: () => readonly Mount[];
  /** The folder of the built web client, where it is not the usual one. */
  client?: string;
}

export interface Running {
  app: App;
  /** Where it is reached: the configured address, or the one it listens on. */
  url: string;
  /** The link to create the first organization with; `null` when there is one. */
  setupUrl: string | null;
  /** Serves for as long as it takes to drain, finishes requests under way, ends long polls, and closes everything. */
  stop(): Promise<void>;
}

export async function startServer(options: ServeOptions): Promise<Running> {
  const { config, log } = options;
  prepareDataFolder(config.data);
  await refuseSecondServer(config.data);
  warnOfOpenFolder(config.data, log);
  warnOfLocalLinks(config, log);
  const app = await openApp({ config, log, waitsForDatabase: true });
  try {
    await options.prepare?.(app);
    const socket = await openAdminSocket(app);
    try {
      return await listen(app, socket, options);
    } catch (error) {
      await socket.close();
      throw error;
    }
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Links never use the host of a request: its sender can put anything there. */
function warnOfLocalLinks({ smtpUrl, baseUrl, trustedProxies }: Config, log: Logger): void {
  if (baseUrl !== undefined) return;
  if (smtpUrl !== undefined)
    log.warn('links in emails only work on this machine; set --base-url to the public address of the server');
  if (trustedProxies !== undefined)
    log.warn(
      'host names forwarded by the proxy are refused; set --base-url to the public address of the proxy',
    );
}

/** What we write there is ours alone, but not what others put beside it. A folder made by us has the right mode. */
function warnOfOpenFolder(path: string, log: Logger): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    log.warn(
      { path, mode: (mode & 0o777).toString(8) },
      'the data folder is accessible to other users of this machine',
    );
}

async function listen(app: App, socket: AdminSocket, options: ServeOptions): Promise<Running> {
  const { config, log } = app;
  const tls = await openTls(app);
  const fastify = buildServer(app, routes, [...mounts, ...(options.mounts?.() ?? [])], tls?.options);
  const traffic = new PendingRequests(fastify);
  const setup = new Setup(app);
  let isDraining = false;
  mountHealth(fastify, app, () => isDraining || traffic.isStopping);
  mountPages(fastify, app, setup, { client: options.client ?? builtClient, routes });
  // Before anyone is let in: a registration returns the generation that this determines.
  await announceRestart(app);
  const metrics = await openMetrics(app);
  const traces = await openTraces(app);
  const mailIn = await openMailIn(app);
  await fastify.listen({ host: config.host, port: config.port });
  const url = config.baseUrl ?? ownUrl(config.host, app.port);
  tls?.begin(fastify.server as unknown as TlsServer);
  app.jobs.wake();
  scheduledBackups(app).start();
  setTimeout(warmUp, startedMs).unref();
  log.info({ url, version: heddleVersion }, 'listening');
  return {
    app,
    url,
    setupUrl: setup.isOpen ? `${url}${setup.path}` : null,
    async stop() {
      isDraining = true;
      // Who decides where requests go learns from /readyz, and until then sends some here.
      await traffic.drain(() => app.hub.endPolls(), config.drainSeconds * 1000);
      // What is left of the time belongs to the database.
      await traffic.stop(() => app.hub.endPolls(), config.shutdownTimeout * 900);
      await socket.close();
      await tls?.close();
      await mailIn.close();
      await metrics?.close();
      await traces?.close();
      await scheduledBackups(app).stop();
      await app.close();
      log.info('stopped');
    },
  };
}

/** Not loaded where a proxy does it. */
async function openTls(app: App): Promise<Tls | undefined> {
  if (!usesTls(app.config)) return undefined;
  const tls = await import('../tls/open-tls.ts');
  return tls.openTls(app);
}

/** Not loaded where nobody asks for it. */
async function openMetrics(app: App): Promise<Metrics | undefined> {
  const { metricsHost, metricsPort } = app.config;
  if (metricsPort === undefined) return undefined;
  const listener = await import('../metrics/listener.ts');
  const metrics = await listener.openMetrics(app, metricsHost, metricsPort);
  app.log.info({ url: metrics.url }, 'serving metrics');
  return metrics;
}

/** Neither way is loaded where nobody asks for it. */
async function openMailIn(app: App): Promise<{ close(): Promise<void> }> {
  const { smtpReceiverPort, imapUrl } = app.config;
  const receiver = smtpReceiverPort === undefined ? undefined : await import('../mail-in/smtp-receiver.ts');
  const mailbox = imapUrl === undefined ? undefined : await import('../mail-in/mailbox.ts');
  const open = [await receiver?.openSmtpReceiver(app), mailbox?.openMailbox(app)];
  return {
    async close() {
      for (const one of open) await one?.close();
    },
  };
}

/** By the variables of OpenTelemetry; not loaded where nobody asks for them. */
async function openTraces(app: App): Promise<Traces | undefined> {
  const variables = openTelemetryVariables();
  if (!wantsTraces(variables)) return undefined;
  const traces = await import('../traces/traces.ts');
  return traces.openTraces(app, variables);
}
