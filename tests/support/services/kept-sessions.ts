/**
 * Sessions of PostgreSQL that the next server on the same database reuses: a new session has to load the description of
 * every table it uses, which takes more processor time than the rest of starting a server and making its organization.
 */
import type { Connection } from '../../../server/src/db/connection.ts';
import { openDatabase, type OpenOptions, type Opened } from '../../../server/src/db/open.ts';
import type { StorageFault } from '../../../server/src/lib/storage/faults.ts';

export class KeptSessions {
  #opened: Opened | undefined;
  #report: (fault: StorageFault) => void = () => undefined;
  #isWell = true;
  #isKept = false;

  /** `openDatabase` for a server. One among several nodes, or with other migrations, gets new sessions. */
  readonly open = async (options: OpenOptions): Promise<Opened> => {
    const { isShared, list, inspect, report } = options;
    this.#isKept = false;
    if (isShared || list || !this.#isWell) await this.end();
    if (isShared || list) return openDatabase(options);
    this.#report = report ?? (() => undefined);
    if (this.#opened) await inspect?.(this.#opened.writer);
    else this.#opened = await openDatabase({ ...options, report: (fault) => this.#note(fault) });
    const { control } = this.#opened;
    return {
      ...this.#opened,
      ...(control && { control: withoutClose(control) }),
      close: () => (this.#isKept && this.#isWell ? Promise.resolve() : this.end()),
    };
  };

  /** Leaves the sessions open when the running server closes, unless one of them has failed. */
  keep(): void {
    this.#isKept = true;
  }

  async end(): Promise<void> {
    const opened = this.#opened;
    this.#opened = undefined;
    this.#isWell = true;
    await opened?.close();
  }

  #note(fault: StorageFault): void {
    this.#isWell = false;
    this.#report(fault);
  }
}

/** Closed with the others. */
const withoutClose = (connection: Connection): Connection => ({
  dialect: connection.dialect,
  query: (...asked) => connection.query(...asked),
  run: (...asked) => connection.run(...asked),
  close: () => undefined,
});
