/** What is kept of a version, and what must be the same after an upgrade. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Account } from '../support/client.ts';

export interface KeptFacts {
  version: string;
  /** How many had run. */
  migrations: number;
  people: { ada: Account; dan: Account };
  /** Path of a file that `dan` may open. */
  file: string;
  /** As `dan` fetches them. */
  messages: { id: number; content: string }[];
}

const versions = join(import.meta.dirname, 'versions');

export const keptVersions: readonly string[] = readdirSync(versions).sort();

export const readKept = (version: string) => {
  const path = (name: string) => join(versions, version, name);
  return {
    facts: JSON.parse(readFileSync(path('facts.json'), 'utf8')) as KeptFacts,
    archive: readFileSync(path('archive')),
    /** A data folder, with the secrets that tests have. */
    data: path('data.tar.gz'),
  };
};
