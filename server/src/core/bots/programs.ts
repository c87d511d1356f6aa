/**
 * The programs of embedded bots: those that every server has, and those that the operator has put into a folder. No other
 * programs are run: people choose among these, and can upload none.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { type AppContext, defineService } from '../context/index.ts';
import { fieldsIn } from '../../lib/objects.ts';
import { parseForeignJson } from '../../lib/json-depth.ts';

export interface BotProgram {
  name: string;
  description: string;
  /** The file that is run. */
  file: string;
  /** Its settings, with their defaults. */
  config: Readonly<Record<string, string>>;
}

const ownFolder = fileURLToPath(new URL('../../../../sdk/bots', import.meta.url));
const programName = /^[a-z][a-z0-9_-]{0,39}$/;
const entries = ['index.ts', 'index.mjs', 'index.js'];
const mostPrograms = 100;

/** Read once: a new one needs a restart. By name; the operator's take precedence over ours. */
export const botPrograms = defineService(
  ({ config, log }: Pick<AppContext, 'config' | 'log'>): ReadonlyMap<string, BotProgram> => {
    const folders = [ownFolder, ...(config.botsDir === undefined ? [] : [config.botsDir])];
    const programs = folders.flatMap((folder) => programsIn(folder, log)).slice(0, mostPrograms);
    return new Map(programs.map((program) => [program.name, program]));
  },
);

function programsIn(folder: string, log: Logger): BotProgram[] {
  if (!existsSync(folder)) return [];
  const names = readdirSync(folder)
    .filter((name) => programName.test(name) && existsSync(join(folder, name, 'bot.json')))
    .sort();
  return names.flatMap((name) => {
    try {
      return [readProgram(folder, name)];
    } catch (error) {
      log.error({ err: error, bot: join(folder, name) }, 'an embedded bot cannot be used');
      return [];
    }
  });
}

function readProgram(folder: string, name: string): BotProgram {
  const place = join(folder, name);
  const { description, config = {} } = fieldsIn(
    parseForeignJson(readFileSync(join(place, 'bot.json'), 'utf8')),
  );
  const entry = entries.find((each) => existsSync(join(place, each)));
  if (entry === undefined) throw new Error('There is no index.ts, index.mjs or index.js beside bot.json.');
  if (!isConfiguration(config)) throw new Error('config in bot.json must be an object of texts.');
  return {
    name,
    description: typeof description === 'string' ? description : '',
    file: join(place, entry),
    config,
  };
}

const isConfiguration = (given: unknown): given is Record<string, string> =>
  typeof given === 'object' &&
  given !== null &&
  !Array.isArray(given) &&
  Object.values(given).every((value) => typeof value === 'string');
