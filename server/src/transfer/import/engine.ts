/** Imports archives that owners upload. Readers and writers are loaded with the first one. */
import type { ImportChoices } from '../../../../wire/imports.ts';
import type { ImportEngine } from '../../features/imports/index.ts';
import type { AppContext } from '../../core/context/index.ts';
import type { ImportOptions } from './options.ts';
import { imports } from './running.ts';

/** The time limits for fetching files are those of the command. */
export const makeImportEngine = (app: AppContext): ImportEngine => ({
  async run(orgId, { path, choices, dryRun }, { signal, progress }) {
    const { runImport } = await import('./run.ts');
    const cache = await app.organizations.cache(orgId);
    return imports(app).run(orgId, (stopped, noted) =>
      runImport(app, cache, makeOptions(choices, path, dryRun), {
        isLive: true,
        isApart: true,
        signal: AbortSignal.any([signal, stopped]),
        progress(report, share) {
          noted(report, share);
          progress(report);
        },
      }),
    );
  },
  async undo(orgId, run, { signal, progress }) {
    const { undoImport } = await import('./undo/index.ts');
    const { noCounts } = await import('./report.ts');
    const cache = await app.organizations.cache(orgId);
    await imports(app).run(orgId, (stopped) =>
      undoImport(app, cache, run, {
        signal: AbortSignal.any([signal, stopped]),
        progress(found) {
          const counts = noCounts();
          progress({ counts: { ...counts, messages: { ...counts.messages, found } } });
        },
      }),
    );
  },
});

function makeOptions(choices: ImportChoices, path: string, dryRun: boolean): ImportOptions {
  const { product, threads, topic_names: topicNames, topic, notices, downloads, source } = choices;
  const given = {
    threads,
    topicNames,
    topic,
    notices,
    downloads,
    source,
    roles: choices.keep_roles,
    maxErrors: choices.max_errors,
  };
  const set = Object.entries(given).filter(([, value]) => value !== undefined && value !== '');
  // Without values that are undefined, which the compiler does not follow.
  return { product, path, dryRun, ...(Object.fromEntries(set) as Partial<ImportOptions>) };
}
