/** The temporary folder of an import: sorted runs of messages, and tables for state of readers that grows with the export. */
import { mkdirSync, mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SpillFile, type SpillTable } from '../../db/sqlite/spill-file.ts';
import { scratchPrefix } from '../../lib/files/incoming.ts';
import type { DiskSpace } from './disk-space.ts';

export class Scratch {
  readonly #parent: string;
  readonly #space: DiskSpace;
  readonly #tables: SpillTable[] = [];
  #folder: string | undefined;
  #file: SpillFile | undefined;
  #files = 0;

  /** @param parent The server deletes what a killed process left there when it starts. */
  constructor(parent: string, space: DiskSpace) {
    this.#parent = parent;
    this.#space = space;
  }

  /** @returns a table that exists until `close` */
  table(): SpillTable {
    this.#file ??= new SpillFile(this.newPath());
    const table = this.#file.table();
    this.#tables.push(table);
    return table;
  }

  newPath(): string {
    if (this.#folder === undefined) {
      mkdirSync(this.#parent, { recursive: true, mode: 0o700 });
      this.#folder = mkdtempSync(join(this.#parent, scratchPrefix));
    }
    return join(this.#folder, String(this.#files++));
  }

  /**
   * Checks the free space now and then. Call it while tables grow, and before a file is written.
   * @param bytes Size of the file.
   * @throws StartRefused if the disk has little free space
   */
  async count(bytes = 0): Promise<void> {
    const added = this.#tables.reduce((sum, table) => sum + table.takeBytes(), bytes);
    await this.#space.count(added);
  }

  /** @throws StartRefused if the disk has little free space */
  async check(): Promise<void> {
    await this.#space.check();
  }

  async close(): Promise<void> {
    this.#file?.close();
    this.#file = undefined;
    if (this.#folder !== undefined) await rm(this.#folder, { recursive: true, force: true });
  }
}
