import { useState } from 'preact/hooks';
import type { DataExport, ExportType } from '../../../../../../wire/exports.ts';
import { deleteExport, fetchExports, startExport } from '../../../../actions/organization/data-exports.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { getClock } from '../../../../view/preferences/preferences.ts';
import { withMail } from '../../../../view/text/mail.ts';
import { t, type TextKey } from '../../../../view/text/text.ts';
import { getFullTime } from '../../../../view/text/times.ts';
import { Button } from '../../../kit/button.tsx';
import { Select } from '../../../kit/field.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { AdministratorsOnly } from '../base/notice.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';
import { useFetched } from '../base/use-fetched.ts';

const typeTexts: Readonly<Record<ExportType, TextKey>> = {
  public: 'exports.public',
  full_with_consent: 'exports.consented',
};

const types: readonly ExportType[] = ['public', 'full_with_consent'];

/** Data exports of the organization, and a button to start one. */
export function DataExports() {
  const { live } = useClient();
  return isAdministrator(live) ? <Exports /> : <AdministratorsOnly />;
}

function Exports() {
  const client = useClient();
  const { value: found, reason } = useFetched(() => fetchExports(client));
  // Events contain the whole list.
  const exports = client.live.get('dataExports') ?? found?.exports;
  return (
    <>
      <Group hint="exports.hint">
        <p class="settings-hint">{withMail(client.live, t('exports.mailHint'))}</p>
        {found && <p class="settings-hint">{t('exports.consents', found.consents)}</p>}
        <Start />
      </Group>
      <Group title="exports.made">
        {exports === undefined && reason === undefined && <Skeleton kind="row" rows={2} />}
        {exports?.length === 0 && <p class="settings-hint">{t('exports.none')}</p>}
        <ErrorLine reason={reason} />
        <ul role="list" class="settings-rows" aria-label={t('exports.made')}>
          {exports?.toReversed().map((one) => (
            <Row key={one.id} made={one} />
          ))}
        </ul>
      </Group>
    </>
  );
}

function Start() {
  const client = useClient();
  const [type, setType] = useState<ExportType>('public');
  const [state, save] = useSaving();
  return (
    <>
      <Select
        label={t('exports.type')}
        value={type}
        options={types.map((value) => ({ value, text: t(typeTexts[value]) }))}
        onChange={setType}
      />
      <div class="settings-actions">
        <Button kind="primary" isBusy={state === 'saving'} onClick={() => save(startExport(client, type))}>
          {t('exports.start')}
        </Button>
      </div>
      {typeof state === 'object' && <SavedLine state={state} />}
    </>
  );
}

function Row({ made }: { made: DataExport }) {
  const client = useClient();
  const time = getFullTime(made.export_time, getClock(client.live));
  return (
    <li class="settings-row">
      <div class="settings-row-words">
        <p class="settings-row-name">{t(typeTexts[made.export_type])}</p>
        <p class="settings-row-about" role="status">
          {`${time} · ${t(getState(made))}`}
        </p>
      </div>
      {made.export_url !== null && (
        <>
          <a class="button button-plain" href={made.export_url} download="">
            {t('exports.download')}
          </a>
          <AskFirst
            action={t('exports.delete')}
            hint={t('exports.deleteHint')}
            run={() => deleteExport(client, made.id)}
          />
        </>
      )}
    </li>
  );
}

function getState(made: DataExport): TextKey {
  if (made.pending) return 'exports.pending';
  if (made.failed_timestamp !== null) return 'exports.failed';
  return made.deleted_timestamp === null ? 'exports.ready' : 'exports.deleted';
}
