/** The server in this process, and people in front of the web client in windows without a browser. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { after, before, describe, test, type TestContext } from 'node:test';
import { memoryFolder } from '../support/memory.ts';
import { OwnServer } from '../support/process/own-server.ts';
import { undoAfter } from '../support/undo.ts';
import {
  done,
  findTemplate,
  password,
  type Cast,
  type Name,
  type Person,
  type Template,
} from '../e2e/cast.ts';
import { castActs, type CastActs } from '../e2e/cast-acts.ts';
import { Browser } from './dom/browser.ts';
import type { Page } from './dom/page.ts';

export { done, password, type Name };
export { until } from '../support/until.ts';
export type { Page } from './dom/page.ts';
export type { Locator } from './dom/locator.ts';
export type { Route } from './dom/network.ts';

export interface Stage extends CastActs {
  server: OwnServer;
  dataDir: string;
  people: Record<Name, Person>;
  /** Both are in it. */
  weaving: number;
  /** A page that nobody has signed in with, of this server or of another. */
  openBrowser(url?: string): Promise<Page>;
  /** A page of someone who is signed in. */
  openPage(who: Name, path: string): Promise<Page>;
}

type Declare = (sentence: string, run: (t: TestContext, stage: Stage) => Promise<void>) => void;

interface TestServer {
  server: OwnServer;
  dataDir: string;
}

/** Declares tests, each with a server of its own. */
export function inWindows(title: string, declare: (sentence: Declare) => void): void {
  declareAll(title, declare, async (t, template) => {
    const place = await openPlace(template);
    undoAfter(t, () => closePlace(place));
    return place;
  });
}

/** The same with one server for all of them: each keeps to topics of its own. */
export function onOneServer(title: string, declare: (sentence: Declare) => void): void {
  let place: TestServer | undefined;
  const close = async (): Promise<void> => {
    if (place) await closePlace(place);
  };
  declareAll(title, declare, async (_t, template) => (place ??= await openPlace(template)), close);
}

function declareAll(
  title: string,
  declare: (sentence: Declare) => void,
  open: (t: TestContext, template: Template) => Promise<TestServer>,
  close?: () => Promise<void>,
): void {
  describe(title, () => {
    let template: Template;
    before(async () => void (template = await findTemplate()));
    after(async () => {
      await close?.();
      template.remove();
    });
    declare((sentence, run) => {
      test(sentence, async (t) => {
        const complaints: string[] = [];
        await run(t, stageAt(t, await open(t, template), template.cast, complaints));
        assert.deepEqual(complaints, [], 'the page complained');
      });
    });
  });
}

async function openPlace(template: Template): Promise<TestServer> {
  const dataDir = mkdtempSync(join(memoryFolder(), 'heddle-client-'));
  cpSync(template.dataDir, dataDir, { recursive: true });
  return { server: await OwnServer.on(dataDir), dataDir };
}

async function closePlace({ server, dataDir }: TestServer): Promise<void> {
  await server.stop();
  rmSync(dataDir, { recursive: true, force: true });
}

function stageAt(t: TestContext, { server, dataDir }: TestServer, cast: Cast, complaints: string[]): Stage {
  const openBrowser = async (url = server.url): Promise<Page> => {
    const browser = new Browser(url, complaints);
    undoAfter(t, () => browser.close());
    return browser.newPage();
  };
  return {
    ...cast,
    ...castActs(server, cast),
    server,
    dataDir,
    openBrowser,
    async openPage(who, path) {
      const page = await openBrowser();
      await signIn(page, server.url, cast.people[who].email);
      await page.goto(path);
      return page;
    },
  };
}

async function signIn(page: Page, url: string, username: string): Promise<void> {
  const response = await page.context().network.send(`${url}/api/v1/heddle/sessions`, {
    method: 'POST',
    headers: { 'X-Heddle-Client': 'web' },
    body: new URLSearchParams({ username, password }),
  });
  assert.equal(response.status, 200, await response.text());
}
