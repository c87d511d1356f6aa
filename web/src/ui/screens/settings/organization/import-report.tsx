import { useEffect, useState } from 'preact/hooks';
import type { ImportReport } from '../../../../../../wire/imports.ts';
import { fetchImportReport } from '../../../../actions/organization/imports.ts';
import { getKeys } from '../../../../store/base/objects.ts';
import { languageCode, t } from '../../../../view/text/text.ts';
import { useClient } from '../../../page/client.tsx';
import './import-report.css';

/** Rows per list; the report of the command line is complete. */
const mostShown = 100;

/** The result of a check or import: counts, problems, and mappings. */
export function ReportOfImport({ id }: { id: number }) {
  const client = useClient();
  const [report, setReport] = useState<ImportReport | null>(null);
  useEffect(() => void fetchImportReport(client, id).then(setReport), [id]);
  if (!report) return null;
  const { estimate, problems, people, channels } = report;
  return (
    <div class="import-report">
      <Access title={t('imports.wider')} lines={report.wider} />
      <Access title={t('imports.narrower')} lines={report.narrower} />
      <Figures report={report} />
      <Omitted report={report} />
      <Changed changed={report.changed} />
      {estimate && (
        <p class="settings-hint">
          {t('imports.estimate', {
            minutes: Math.ceil(estimate.seconds / 60),
            size: String(Math.ceil(estimate.bytes / 2 ** 20)),
          })}
        </p>
      )}
      <LeftOut lines={report.left_out} />
      <Listed
        title={t('imports.byReason')}
        rows={Object.entries(report.problems_by_reason).map(([reason, count]) => `${count} × ${reason}`)}
      />
      <Listed
        title={t('imports.problems', { count: report.problem_count })}
        rows={problems.map(({ place, reason }) => `${place}: ${reason}`)}
      />
      <Listed title={t('imports.kind', { kind: 'people' })} rows={people.map(mapped)} />
      <Listed title={t('imports.kind', { kind: 'channels' })} rows={channels.map(mapped)} />
    </div>
  );
}

function Access({ title, lines }: { title: string; lines: ImportReport['wider'] }) {
  return (
    <section>
      <h4>{title}</h4>
      {lines.length === 0 && <p class="settings-hint">{t('imports.noChange')}</p>}
      <ul class="import-list">
        {lines.map(({ place, reason }) => (
          <li key={`${place} ${reason}`}>{`${place}: ${reason}`}</li>
        ))}
      </ul>
    </section>
  );
}

const mapped = ({ from, to }: ImportReport['people'][number]): string => `${from} → ${to}`;

const inDigits = (count: number): string => count.toLocaleString(languageCode());

function Figures({ report }: { report: ImportReport }) {
  const kinds = getKeys(report.counts);
  const shown = kinds.filter((kind) => report.counts[kind].found > 0);
  const columns = ['found', 'added', 'known', 'skipped'] as const;
  return (
    <table class="import-figures">
      <thead>
        <tr>
          <td />
          {columns.map((column) => (
            <th key={column} scope="col">
              {t(`imports.${column}`)}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {shown.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t('imports.kind', { kind })}</th>
            {columns.map((column) => (
              <td key={column}>{inDigits(report.counts[kind][column])}</td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** What is neither in the figures nor a problem. */
function Omitted({ report }: { report: ImportReport }) {
  const { notices_left_out: notices, without_email: people } = report;
  return (
    <>
      {notices > 0 && <p class="settings-hint">{t('imports.noticesLeftOut', { count: notices })}</p>}
      {people > 0 && <p class="settings-hint">{t('imports.withoutEmail', { count: people })}</p>}
    </>
  );
}

/** What a newer export did, or in a check would do, to what came before. */
function Changed({ changed }: Pick<ImportReport, 'changed'>) {
  const shown = getKeys(changed).filter((kind) => changed[kind] > 0);
  if (shown.length === 0) return null;
  return (
    <table class="import-figures">
      <caption>{t('imports.changed')}</caption>
      <tbody>
        {shown.map((kind) => (
          <tr key={kind}>
            <th scope="row">{t('imports.changedKind', { kind })}</th>
            <td>{inDigits(changed[kind])}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** So many places lead to the rest. */
const mostPlaces = 3;

function LeftOut({ lines }: { lines: ImportReport['left_out'] }) {
  if (lines.length === 0) return null;
  return (
    <details>
      <summary>{t('imports.leftOut')}</summary>
      <ul class="import-list">
        {lines.slice(0, mostShown).map(({ what, count, reason, places }) => (
          <li key={`${what} ${reason}`}>
            {`${count} × ${what}: ${reason}`}
            {places.length > 0 && <Places places={places} isPartial={count > mostPlaces} />}
          </li>
        ))}
      </ul>
    </details>
  );
}

function Places({ places, isPartial }: { places: readonly string[]; isPartial: boolean }) {
  return (
    <ul class="import-places">
      {places.slice(0, mostPlaces).map((place) => (
        <li key={place} dir="auto">
          {place}
        </li>
      ))}
      {isPartial && <li aria-hidden="true">…</li>}
    </ul>
  );
}

function Listed({ title, rows }: { title: string; rows: readonly string[] }) {
  if (rows.length === 0) return null;
  return (
    <details>
      <summary>{title}</summary>
      <ul class="import-list">
        {rows.slice(0, mostShown).map((row) => (
          <li key={row}>{row}</li>
        ))}
      </ul>
    </details>
  );
}
