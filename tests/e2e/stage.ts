/** A server as its users start it, and people in front of the web client in a real browser. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { inspect } from 'node:util';
import type { Browser, BrowserContext, BrowserContextOptions, Page } from 'playwright-core';
import { memoryFolder } from '../support/memory.ts';
import { declareNotRun } from '../support/checks/not-run.ts';
import { OwnServer } from '../support/process/own-server.ts';
import { ServerProcess } from '../support/process/process.ts';
import { undoAfter, type Lifetime } from '../support/undo.ts';
import { executables, findBrowser, openBrowser as openChromium, wholeBrowsers } from './browser.ts';
import {
  done,
  findTemplate,
  password,
  serverArgs,
  type Cast,
  type Name,
  type Person,
  type Template,
} from './cast.ts';
import { castActs, type CastActs } from './cast-acts.ts';
import { watch, type Watched } from './watch.ts';

export { done, password, type Name };

/** How long a page may take for one thing, on a busy machine. */
const TIMEOUT_MS = 30_000;

/** Options where a test is about neither motion nor what a browser keeps: each costs a page some of its time. */
const quiet = { reducedMotion: 'reduce', serviceWorkers: 'block' } as const;
export const withMotion = { reducedMotion: 'no-preference' } as const;
export const withWorker = { serviceWorkers: 'allow' } as const;

interface PageOptions extends BrowserContextOptions {
  /** Whether the test holds requests of a page that is open: one may send the next past a browser that has held none before. */
  holdsRequests?: boolean;
}

interface AnyServer {
  readonly url: string;
}

export interface Stage<Server extends AnyServer = AnyServer> extends CastActs {
  server: Server;
  dataDir: string;
  people: Record<Name, Person>;
  /** Both are in it. */
  weaving: number;
  /** A page of a browser that nobody has signed in with. */
  openBrowser(options?: PageOptions): Promise<Page>;
  /** A page of someone's browser, who is signed in. */
  openPage(who: Name, path: string, options?: PageOptions): Promise<Page>;
}

type Declare<Server extends AnyServer> = (
  sentence: string,
  run: (t: TestContext, stage: Stage<Server>) => Promise<void>,
) => void;
type Sentences<Server extends AnyServer> = (sentence: Declare<Server>) => void;

/** Declares tests, each with a server and browsers of its own; without a Chromium, says that they were not run. */
export function inBrowsers(title: string, declare: Sentences<OwnServer>): void {
  describeInBrowsers({ title, declare, open: openEach(startInside), executables });
}

/** The same with servers as their users start them, which can be killed: each costs a second more. */
export function withProcesses(title: string, declare: Sentences<ServerProcess>): void {
  describeInBrowsers({ title, declare, open: openEach(startProcess), executables });
}

/** The same where the system's notifications are seen, which a browser without windows has not. */
export function inWholeBrowsers(title: string, declare: Sentences<OwnServer>): void {
  describeInBrowsers({ title, declare, open: openEach(startInside), executables: wholeBrowsers });
}

/** The same with one server for all of them, which is quicker: each keeps to topics of its own and leaves the server running. */
export function onOneServer(title: string, declare: Sentences<OwnServer>): void {
  let place: TestServer<OwnServer> | undefined;
  const open = async (_t: TestContext, template: string) =>
    (place ??= await openPlace(template, startInside));
  const close = async () => {
    await place?.end();
    place = undefined;
  };
  describeInBrowsers({ title, declare, open, close, executables });
}

interface Started<Server> {
  server: Server;
  stop(): Promise<void>;
}
type Start<Server> = (dataDir: string) => Promise<Started<Server>>;

async function startInside(dataDir: string): Promise<Started<OwnServer>> {
  const server = await OwnServer.on(dataDir);
  return { server, stop: () => server.stop() };
}

async function startProcess(dataDir: string): Promise<Started<ServerProcess>> {
  const server = await ServerProcess.at({ dataDir }, ...serverArgs);
  await server.start();
  return { server, stop: () => server.stop('SIGKILL') };
}

interface TestServer<Server> {
  server: Server;
  dataDir: string;
  end(): Promise<void>;
}

async function openPlace<Server>(template: string, start: Start<Server>): Promise<TestServer<Server>> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'heddle-e2e-'));
  cpSync(template, dataDir, { recursive: true });
  const { server, stop } = await start(dataDir);
  const end = async () => {
    await stop();
    rmSync(dataDir, { recursive: true, force: true });
  };
  return { server, dataDir, end };
}

const openEach =
  <Server>(start: Start<Server>) =>
  async (t: TestContext, template: string): Promise<TestServer<Server>> => {
    const place = await openPlace(template, start);
    undoAfter(t, () => place.end());
    return place;
  };

/** Outside of a test: the same until `t` ends. @throws Error without a Chromium */
export async function openStage(t: Lifetime, watched: Watched): Promise<Stage<OwnServer>> {
  const executable = findBrowser(executables);
  if (executable === undefined)
    throw new Error(`No ${executables.join(' or ')} found; set CHROMIUM to the path of a browser.`);
  const template = await findTemplate();
  undoAfter(t, () => template.remove());
  const browser = await openChromium(executable);
  undoAfter(t, () => browser.close());
  const place = await openPlace(template.dataDir, startInside);
  undoAfter(t, () => place.end());
  return stageAt(t, browser, place, template.cast, watched);
}

interface Story<Server extends AnyServer> {
  title: string;
  declare: Sentences<Server>;
  open: (t: TestContext, template: string) => Promise<TestServer<Server>>;
  close?: () => Promise<unknown>;
  executables: readonly string[];
}

/** What fails once is run again on a fresh server, and reported as unstable: browsers on busy machines drop frames. */
function describeInBrowsers<Server extends AnyServer>({
  title,
  declare,
  open,
  close,
  executables: known,
}: Story<Server>): void {
  const executable = findBrowser(known);
  if (executable === undefined) {
    declareNotRun(title, `no ${known.join(' or ')}; set CHROMIUM to the path of a browser`);
    return;
  }
  describe(title, () => {
    let browser: Browser;
    let template: Template;
    before(async () => {
      template = await findTemplate();
      browser = await openChromium(executable);
    });
    after(async () => {
      await browser.close();
      await close?.();
      template.remove();
    });
    declare((sentence, run) => {
      const attempt = async (t: TestContext) => {
        const watched: Watched = { complaints: [] };
        try {
          await run(t, stageAt(t, browser, await open(t, template.dataDir), template.cast, watched));
          assert.deepEqual(watched.complaints, [], 'the browser complained');
        } catch (error) {
          throw new Error(await describePages(browser), { cause: error });
        }
      };
      test(sentence, async (t) => {
        await attempt(t).catch(async (error: unknown) => {
          t.diagnostic(`UNSTABLE if it passes now: failed on its first attempt.\n${inspect(error)}`);
          await closePages(browser);
          await close?.();
          await attempt(t);
        });
      });
    });
  });
}

async function closePages(browser: Browser): Promise<void> {
  await Promise.all(browser.contexts().map(closeContext));
}

/** Requests that a test still holds back fail then, which is no failure of the test. */
async function closeContext(context: BrowserContext): Promise<void> {
  // Those of a first attempt that failed are closed before the second.
  if (context.browser()?.contexts().includes(context) !== true) return;
  const behavior = 'ignoreErrors';
  await Promise.all([context, ...context.pages()].map((one) => one.unrouteAll({ behavior })));
  await context.close();
}

/** Says what was on each page, as a reader would, which helps to see why a test failed. */
async function describePages(browser: Browser): Promise<string> {
  const pages = browser.contexts().flatMap((context) => context.pages());
  const described = pages.map(async (page) => {
    const seen = await page.locator('body').ariaSnapshot().catch(String);
    return `${page.url()}\n${seen}`;
  });
  return (await Promise.all(described)).join('\n\n');
}

function stageAt<Server extends AnyServer>(
  t: Lifetime,
  browser: Browser,
  { server, dataDir }: TestServer<Server>,
  cast: Cast,
  watched: Watched,
): Stage<Server> {
  const openBrowser = async ({ holdsRequests = false, ...options }: PageOptions = {}) => {
    const context = await browser.newContext({
      baseURL: server.url,
      locale: 'en-GB',
      ...quiet,
      ...options,
    });
    undoAfter(t, () => closeContext(context));
    context.setDefaultTimeout(TIMEOUT_MS);
    watch(context, watched);
    if (holdsRequests) await context.route('**/asked-by-nobody', (route) => route.abort());
    return context.newPage();
  };
  return {
    ...cast,
    ...castActs(server, cast),
    server,
    dataDir,
    openBrowser,
    async openPage(who, path, options) {
      const page = await openBrowser(options);
      const form = { username: cast.people[who].email, password };
      const headers = { 'X-Heddle-Client': 'web' };
      const response = await page.request.post('/api/v1/heddle/sessions', { form, headers });
      assert.equal(response.status(), 200, await response.text());
      await page.goto(path);
      return page;
    },
  };
}

/** Polls until a condition holds. @throws Error if it does not within the timeout of a page */
export async function until(what: string, holds: () => Promise<boolean>): Promise<void> {
  const giveUp = performance.now() + TIMEOUT_MS;
  while (!(await holds())) {
    if (performance.now() > giveUp) throw new Error(`Timed out: ${what}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
