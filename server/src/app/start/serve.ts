/** Starts and stops a server: the database, HTTP, the server-rendered pages and the command socket. */
import { statSync } from 'node:fs';
import type { Logger } from 'pino';
import { openAdminSocket, refuseSecondServer } from '../cli/socket/socket.ts';
import { type Config, openTelemetryVariables } from '../../lib/config/config.ts';
import { prepareDataFolder } from '../../lib/config/data-folder.ts';
import { announceRestart } from './announce-restart.ts';
import { mounts, routes } from '../features.ts';
import { endRemovedProviders } from '../../features/external-sign-in/index.ts';
import type { Metrics } from '../metrics/listener.ts';
import { wantsTraces } from '../traces/settings.ts';
import type { Traces } from '../traces/traces.ts';
import { mountHealth } from './health.ts';
import { openApp, type App, type AppOptions } from '../open-app.ts';
import { PendingRequests } from './pending-requests.ts';
import { buildServer, type Mount } from '../../http/server.ts';
import { warmUp } from '../../lib/markdown/render.ts';
import { RunningWork } from '../../lib/storage/running-work.ts';
import { scheduledBackups } from '../../transfer/scheduled-backup/schedule.ts';
import { builtClient, mountPages } from '../../pages/routes.ts';
import { Setup } from '../../pages/setup/setup.ts';
import { ownUrl } from '../../http/urls.ts';
import { heddleVersion } from '../../lib/version.ts';
import { usesTls } from '../../lib/config/config-tls.ts';
import type { Tls } from '../tls/open-tls.ts';
import type { Server as TlsServer } from 'node:tls';

/** By then the first requests are done; memory is released afterwards. */
const startedMs = 1000;

export interface ServeOptions {
  config: Config;
  log: Logger;
  joining?: AppOptions['joining'];
  /** Called with what the process records of its work. */
  recording?: (runningWork: RunningWork) => void;
  /** Runs before any request is accepted. */
  prepare?: (app: App) => Promise<void>;
  /** Additional routes, requested after `prepare`. */
  mounts?: () => readonly Mount[];
  /** Folder of the built web client; by default the usual one. */
  client?: string;
}

/** What is opened beside the HTTP server. */
interface Closable {
  close(): Promise<void>;
}

export interface Running {
  app: App;
  /** The server's URL: the configured one, or the one it listens on. */
  url: string;
  /** Link for creating the first organization; `null` if there is one. */
  setupUrl: string | null;
  /** Continues to serve for the drain time, finishes requests in progress, ends long polls, and closes everything. */
  stop(): Promise<void>;
}

export async function startServer(options: ServeOptions): Promise<Running> {
  const { config, log } = options;
  prepareDataFolder(config.data);
  await refuseSecondServer(config.data);
  warnOfOpenFolder(config.data, log);
  warnOfLocalLinks(config, log);
  const runningWork = RunningWork.open(config.data);
  options.recording?.(runningWork);
  const app = await openApp({
    config,
    log,
    runningWork,
    joining: options.joining,
    waitsForDatabase: true,
  });
  try {
    await options.prepare?.(app);
    const listeners: Closable[] = [await openAdminSocket(app)];
    try {
      return await listen(app, listeners, options);
    } catch (error) {
      await closeAll(listeners);
      throw error;
    }
  } catch (error) {
    await app.close();
    throw error;
  }
}

/** Links never use the request's host, which the sender can choose. */
function warnOfLocalLinks({ smtpUrl, baseUrl, trustedProxies }: Config, log: Logger): void {
  if (baseUrl !== undefined) return;
  if (smtpUrl !== undefined)
    log.warn('links in emails only work on this machine; set --base-url to the public address of the server');
  if (trustedProxies !== undefined)
    log.warn(
      'host names forwarded by the proxy are refused; set --base-url to the public address of the proxy',
    );
}

/** Our own files are private, but not what others store in the folder. A folder created by us has the right mode. */
function warnOfOpenFolder(path: string, log: Logger): void {
  const mode = statSync(path, { throwIfNoEntry: false })?.mode ?? 0;
  if (process.platform !== 'win32' && (mode & 0o077) !== 0)
    log.warn(
      { path, mode: (mode & 0o777).toString(8), remedy: `Run: chmod 700 '${path}'` },
      'the data folder is accessible to other users of this machine',
    );
}

/** In the order in which they were opened, the command socket first. */
async function closeAll(listeners: readonly Closable[]): Promise<void> {
  for (const listener of listeners) await listener.close();
}

/** @param listeners Gets each that is opened, so that it is closed if a later one fails. */
async function listen(app: App, listeners: Closable[], options: ServeOptions): Promise<Running> {
  const { config, log } = app;
  const tls = await openTls(app);
  if (tls) listeners.push(tls);
  const fastify = buildServer(app, routes, [...mounts, ...(options.mounts?.() ?? [])], tls?.options);
  const traffic = new PendingRequests(fastify);
  const setup = new Setup(app);
  let isDraining = false;
  mountHealth(fastify, app, () => isDraining || traffic.isStopping);
  mountPages(fastify, app, setup, { client: options.client ?? builtClient, routes });
  // Before any request: a registration returns the generation that this determines.
  await announceRestart(app);
  await endRemovedProviders(app);
  for (const open of [openMailIn, openMetrics, openTraces]) {
    const listener = await open(app);
    if (listener) listeners.push(listener);
  }
  await loadLibraries(config);
  await fastify.listen({ host: config.host, port: config.port });
  const url = config.baseUrl ?? ownUrl(config.host, app.port);
  // With TLS settings Fastify makes a server of TLS, which its type does not follow.
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
      // The load balancer learns from /readyz that the node is draining, and until then sends it requests.
      await traffic.drain(() => app.hub.endPolls(), config.drainSeconds * 1000);
      // The rest of the time is for closing the database.
      const aborted = await traffic.stop(() => app.hub.endPolls(), config.shutdownTimeout * 900);
      if (aborted > 0)
        log.warn({ requests: aborted }, 'requests took longer than the shutdown timeout; aborted');
      await closeAll(listeners);
      await scheduledBackups(app).stop();
      await app.close();
      log.info('stopped');
    },
  };
}

/** Loading those outside the bundle holds the event loop, so what is configured is loaded before there are requests. */
async function loadLibraries({ ldapUrl, s3Bucket, smtpUrl }: Config): Promise<void> {
  if (ldapUrl !== undefined) await import('ldapts');
  if (s3Bucket !== undefined) await import('@aws-sdk/client-s3');
  if (smtpUrl !== undefined) await import('nodemailer');
}

/** Only loaded if this server terminates TLS. */
async function openTls(app: App): Promise<Tls | undefined> {
  if (!usesTls(app.config)) return undefined;
  const tls = await import('../tls/open-tls.ts');
  return tls.openTls(app);
}

/** Only loaded if configured. */
async function openMetrics(app: App): Promise<Metrics | undefined> {
  const { metricsHost, metricsPort } = app.config;
  if (metricsPort === undefined) return undefined;
  const listener = await import('../metrics/listener.ts');
  const metrics = await listener.openMetrics(app, metricsHost, metricsPort);
  app.log.info({ url: metrics.url }, 'serving metrics');
  return metrics;
}

/** Only loaded if configured. */
async function openMailIn(app: App): Promise<Closable> {
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

/** Configured by OpenTelemetry's environment variables; only loaded if they are set. */
async function openTraces(app: App): Promise<Traces | undefined> {
  const variables = openTelemetryVariables();
  if (!wantsTraces(variables)) return undefined;
  const traces = await import('../traces/traces.ts');
  return traces.openTraces(app, variables);
}
