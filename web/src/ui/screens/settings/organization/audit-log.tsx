import { useEffect, useRef, useState } from 'preact/hooks';
import type { AuditEntry, AuditFilter, AuditFormat } from '../../../../../../wire/audit-log.ts';
import { fetchAuditLog, exportAuditLog } from '../../../../actions/organization/audit-log.ts';
import {
  auditActor,
  auditTitle,
  auditChanges,
  toAuditFilter,
  type AuditChange,
  type AuditChoice,
  auditTargets,
} from '../../../../view/settings/audit-log.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { isOwner } from '../../../../view/settings/values.ts';
import { joinFacts } from '../../../../view/text/list.ts';
import { t } from '../../../../view/text/text.ts';
import { getFullTime } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { useClient } from '../../../page/client.tsx';
import { failureText } from '../../../../view/text/failure.ts';
import { ErrorLine } from '../base/error-line.tsx';
import { Group } from '../base/sections.tsx';
import './audit-log.css';
import type { Client } from '../../../../connection/client.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { saveFile } from '../../../kit/save-file.ts';
import { useSaving } from '../../../kit/use-saving.ts';
import { SavedLine } from '../base/saved-line.tsx';
import { Select, TextField } from '../../../kit/field.tsx';
import { PeoplePicker } from '../../../parts/people/people-picker.tsx';

/** Administrative actions, newest first, for owners. */
export function AuditLog() {
  const { live } = useClient();
  return isOwner(live) ? <Entries /> : <p class="settings-notice">{t('audit.hint')}</p>;
}

function Entries() {
  const [choice, setChoice] = useState<AuditChoice>({ from: '', to: '' });
  const filter = toAuditFilter(choice);
  const { entries, hasMore, reason, load } = useEntries(filter);
  return (
    <>
      <Group hint="audit.hint">
        <AuditFilters choice={choice} onChange={setChoice} />
        <AuditDownloads filter={filter} />
      </Group>
      <Group>
        {entries === undefined && reason === undefined && <Skeleton kind="row" rows={4} />}
        {entries?.length === 0 && <p class="settings-hint">{t('audit.none')}</p>}
        <ul role="list" class="settings-rows" aria-label={t('organization.page.audit')}>
          {entries?.map((entry) => (
            <Entry key={entry.id} entry={entry} />
          ))}
        </ul>
        <ErrorLine reason={reason} />
        {hasMore && <Button onClick={load}>{t('audit.more')}</Button>}
      </Group>
    </>
  );
}

/** Entries that match the filter, newest first; `load` fetches the next page. */
function useEntries(filter: AuditFilter) {
  const client = useClient();
  const [entries, setEntries] = useState<readonly AuditEntry[]>();
  const [hasMore, setMore] = useState(false);
  const [reason, setReason] = useState<string>();
  const key = JSON.stringify(filter);
  const current = useRef(key);
  current.current = key;
  const fetchAfter = async (shown: readonly AuditEntry[]) => {
    const last = shown.at(-1);
    const before = last ? { before_id: last.id } : {};
    const { value: response, failure } = await fetchAuditLog(client, { ...filter, ...before });
    // The filter has changed meanwhile: another request is pending.
    if (current.current !== key) return;
    if (failure !== undefined) {
      setReason(failureText(failure));
      return;
    }
    setReason(undefined);
    setEntries([...shown, ...response.entries]);
    setMore(response.has_more);
  };
  useEffect(() => void fetchAfter([]), [key]);
  return { entries, hasMore, reason, load: () => void fetchAfter(entries ?? []) };
}

function Entry({ entry }: { entry: AuditEntry }) {
  const { live } = useClient();
  const { target, timestamp, ip_address: address } = entry;
  const changes = auditChanges(live, entry);
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">
          {auditTitle(entry)}
          {target.name !== null && (
            <>
              {' '}
              <bdi class="audit-target">{target.name}</bdi>
            </>
          )}
        </p>
        <p class="settings-row-about">
          {joinFacts([auditActor(entry), getFullTime(timestamp, getClock(live)), address])}
        </p>
        {changes.length > 0 && (
          <dl class="audit-changes">
            {changes.map((change) => (
              <Change key={change.name} change={change} />
            ))}
          </dl>
        )}
      </div>
    </li>
  );
}

function Change({ change: { label, before, after } }: { change: AuditChange }) {
  return (
    <>
      <dt>{label}</dt>
      <dd>
        {before !== undefined && (
          <del>
            <span class="visually-hidden">{t('audit.before')} </span>
            <bdi>{before}</bdi>
          </del>
        )}
        {after !== undefined && (
          <ins>
            <span class="visually-hidden">{t('audit.after')} </span>
            <bdi>{after}</bdi>
          </ins>
        )}
      </dd>
    </>
  );
}

/** Downloads all entries that match the filter. */
function AuditDownloads({ filter }: { filter: AuditFilter }) {
  const client = useClient();
  const [state, save] = useSaving();
  return (
    <>
      <div class="settings-actions">
        <Button onClick={() => save(download(client, filter, 'csv'))}>{t('audit.downloadCsv')}</Button>
        <Button onClick={() => save(download(client, filter, 'jsonl'))}>{t('audit.downloadJson')}</Button>
      </div>
      <SavedLine state={state} />
    </>
  );
}

async function download(
  client: Client,
  filter: AuditFilter,
  format: AuditFormat,
): Promise<ApiFailure | undefined> {
  const { value: file, failure } = await exportAuditLog(client, filter, format);
  if (failure === undefined) saveFile(`audit-log-${new Date().toISOString().slice(0, 10)}.${format}`, file);
  return failure;
}

const everything = 'all';

function AuditFilters({
  choice,
  onChange,
}: {
  choice: AuditChoice;
  onChange: (choice: AuditChoice) => void;
}) {
  const { actorId, target, from, to } = choice;
  const options = auditTargets.map((value) => ({ value, text: t(`audit.target.${value}`) }));
  return (
    <div class="settings-form">
      <PeoplePicker
        label={t('audit.person')}
        chosen={actorId === undefined ? [] : [actorId]}
        without={new Set()}
        onChange={(ids) => onChange({ ...choice, actorId: ids.at(-1) })}
      />
      <Select<(typeof auditTargets)[number] | typeof everything>
        label={t('audit.kind')}
        value={target ?? everything}
        options={[{ value: everything, text: t('audit.target.all') }, ...options]}
        onChange={(value) => onChange({ ...choice, target: value === everything ? undefined : value })}
      />
      <div class="audit-period">
        <TextField
          label={t('audit.from')}
          type="date"
          value={from}
          onInput={(day) => onChange({ ...choice, from: day })}
        />
        <TextField
          label={t('audit.to')}
          type="date"
          value={to}
          onInput={(day) => onChange({ ...choice, to: day })}
        />
      </div>
    </div>
  );
}
