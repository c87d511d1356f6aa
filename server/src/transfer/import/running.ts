/** The imports that this process is running, at most one per organization. */
import { defineService } from '../../core/context/index.ts';
import { StartRefused } from '../../lib/start-refused.ts';
import { TimeLeft } from './reading/share.ts';
import type { ImportReport } from './report.ts';

interface RunningImport {
  abort: AbortController;
  left: TimeLeft;
  report: ImportReport | undefined;
}

class Imports {
  readonly #running = new Map<number, RunningImport>();

  /** @throws StartRefused while another import of the organization is running. */
  async run<T>(
    orgId: number,
    work: (signal: AbortSignal, progress: (report: ImportReport, share: number) => void) => Promise<T>,
  ): Promise<T> {
    if (this.#running.has(orgId))
      throw new StartRefused('An import into this organization is running already.');
    const one: RunningImport = { abort: new AbortController(), left: new TimeLeft(), report: undefined };
    this.#running.set(orgId, one);
    try {
      return await work(one.abort.signal, (report, share) => {
        one.report = report;
        one.left.note(share);
      });
    } finally {
      this.#running.delete(orgId);
    }
  }

  /** What the running imports have found so far, and about how long the rest takes. */
  get progress(): { counts: ImportReport['counts']; seconds_left: number | null }[] {
    return [...this.#running.values()].flatMap(({ report, left }) =>
      report ? [{ counts: report.counts, seconds_left: left.seconds }] : [],
    );
  }

  /** Stops the running imports after their current batch. @returns how many. */
  stop(): number {
    for (const { abort } of this.#running.values())
      abort.abort(new StartRefused('The import was stopped. Run it again to continue.'));
    return this.#running.size;
  }
}

export const imports = defineService((_: object) => new Imports());
