/** The server that a counterpart is connected with: from its command line, on a folder of the stage. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { chmodSync, copyFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { Client, type Account, type Json, type Params } from '../../tests/support/client.ts';
import { program, programEnvironment } from '../../tests/support/process/bundle.ts';
import {
  createOrganization,
  ServerProcess,
  type ServerLocation,
} from '../../tests/support/process/process.ts';
import { until } from '../../tests/support/until.ts';
import type { Stage } from './frame.ts';

interface Finding {
  name: string;
  state: 'ok' | 'warning' | 'problem';
  text: string;
}

const longestMs = 90_000;

export interface Done {
  code: number | null;
  stdout: string;
  stderr: string;
}

export interface ServerOptions {
  /** More arguments of `heddle serve`. */
  args?: readonly string[];
  databaseUrl?: string;
  name?: string;
}

export class HeddleServer {
  readonly #where: ServerLocation;
  readonly #process: ServerProcess;
  readonly owner: Account;

  private constructor(where: ServerLocation, process: ServerProcess, owner: Account) {
    this.#where = where;
    this.#process = process;
    this.owner = owner;
  }

  /** @param toml What `heddle.toml` has */
  static async start(stage: Stage, toml: string, options: ServerOptions = {}): Promise<HeddleServer> {
    const { args = [], databaseUrl, name = 'data' } = options;
    const where = { dataDir: path.join(stage.folder, name), databaseUrl };
    const made = createOrganization(where);
    const owner = { id: made.user_id, email: made.email, apiKey: made.api_key };
    const process = await ServerProcess.at(where, '--log-level', 'info', ...args);
    const server = new HeddleServer(where, process, owner);
    stage.undo(() => process.end());
    server.configure(toml);
    await startPatiently(process);
    return server;
  }

  /** A further node, with the database and the secrets of another. */
  static async join(stage: Stage, first: HeddleServer, toml: string): Promise<HeddleServer> {
    const where = { dataDir: stage.makeFolder('second'), databaseUrl: first.#where.databaseUrl };
    chmodSync(where.dataDir, 0o700);
    copyFileSync(path.join(first.#where.dataDir, 'secrets.toml'), path.join(where.dataDir, 'secrets.toml'));
    const process = await ServerProcess.at(where, '--log-level', 'info');
    const server = new HeddleServer(where, process, first.owner);
    stage.undo(() => process.end());
    server.configure(toml);
    await startPatiently(process);
    return server;
  }

  get url(): string {
    return this.#process.url;
  }

  /** The end of its log. */
  get log(): string {
    return this.#process.said;
  }

  /** Takes effect with the next start. */
  configure(toml: string): void {
    writeFileSync(path.join(this.#where.dataDir, 'heddle.toml'), toml, { mode: 0o600 });
  }

  stop(): Promise<void> {
    return this.#process.stop('SIGTERM');
  }

  async restart(toml?: string): Promise<void> {
    await this.#process.stop('SIGTERM');
    if (toml !== undefined) this.configure(toml);
    await startPatiently(this.#process);
  }

  /** Runs `heddle` to its end. A command that does not end is killed after a minute and a half, and has no code. */
  async run(...args: string[]): Promise<Done> {
    const [command, ...first] = program;
    const { dataDir, databaseUrl } = this.#where;
    const place = ['--data', dataDir, ...(databaseUrl === undefined ? [] : ['--database-url', databaseUrl])];
    const child = spawn(command, [...first, ...args, ...place], {
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, ...programEnvironment },
      timeout: longestMs,
      killSignal: 'SIGKILL',
    });
    const done: Done = { code: null, stdout: '', stderr: '' };
    child.stdout.setEncoding('utf8').on('data', (text: string) => (done.stdout += text));
    child.stderr.setEncoding('utf8').on('data', (text: string) => (done.stderr += text));
    done.code = await new Promise((resolve) => child.once('close', resolve));
    return done;
  }

  /** What a command prints as JSON. @throws Error if it fails */
  async json(...args: string[]): Promise<Json> {
    const { code, stdout, stderr } = await this.run(...args, '--json');
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout) as Json;
  }

  /** The doctor says this about one subject: at once, or after its deadlines have passed on a machine that does much else. */
  async expectFinding(name: string, state: Finding['state'], text = /./): Promise<void> {
    let found = await this.#diagnose(name);
    for (let tries = 0; tries < 3 && !(found.state === state && text.test(found.text)); tries++)
      found = await this.#diagnose(name);
    assert.equal(found.state, state, found.text);
    assert.match(found.text, text);
  }

  async #diagnose(name: string): Promise<Finding> {
    const { code, stdout, stderr } = await this.run('doctor', '--json');
    assert.ok(code !== null, 'the doctor ends by itself');
    assert.ok(stdout.startsWith('{'), stderr);
    const { findings } = JSON.parse(stdout) as { findings: Finding[] };
    const found = findings.find((finding) => finding.name === name);
    assert.ok(found, `the doctor checks ${name}`);
    return found;
  }

  as(account: Pick<Account, 'email' | 'apiKey'> = this.owner): Client {
    return new Client(this.url, account);
  }

  /** With a password, as apps do. */
  signIn(username: string, password: string) {
    return new Client(this.url).post('/fetch_api_key', { username, password });
  }

  async send(topic: string, content: string, channel = 'looms'): Promise<number> {
    const { json } = await this.as().post('/messages', { type: 'channel', to: channel, topic, content });
    assert.equal(json.result, 'success', json.msg);
    return Number(json.id);
  }

  async addChannel(name = 'looms'): Promise<void> {
    const subscriptions = JSON.stringify([{ name }]);
    const { json } = await this.as().post('/users/me/subscriptions', { subscriptions });
    assert.equal(json.result, 'success', json.msg);
  }

  async messages(params: Params = {}): Promise<Json[]> {
    const { json } = await this.as().get('/messages', {
      anchor: 'newest',
      num_before: 100,
      num_after: 0,
      apply_markdown: 'false',
      ...params,
    });
    assert.equal(json.result, 'success', json.msg);
    return json.messages as Json[];
  }

  async waitForMessage(text: string): Promise<Json> {
    let found: Json | undefined;
    await until(
      `a message with ${text}`,
      async () => {
        const messages = await this.messages().catch(() => []);
        found = messages.find(({ content }) => String(content).includes(text));
        return found !== undefined;
      },
      200,
    );
    assert.ok(found);
    return found;
  }

  waitForLog(pattern: RegExp): Promise<void> {
    return until(`${String(pattern)} in the log`, () => pattern.test(this.log), 100);
  }

  async health(at = '/health'): Promise<{ status: number; json: Json }> {
    const response = await fetch(this.url + at);
    return { status: response.status, json: (await response.json()) as Json };
  }
}

/** Beside other work a start may take longer than the half minute that it has. */
async function startPatiently(process: ServerProcess): Promise<void> {
  process.launch();
  await process.untilReady().catch(() => process.untilReady());
}
