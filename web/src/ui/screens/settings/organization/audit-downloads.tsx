import type { AuditFilter, AuditFormat } from '../../../../../../wire/audit-log.ts';
import { exportAuditLog } from '../../../../actions/organization/audit-log.ts';
import type { Client } from '../../../../connection/client.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { saveFile } from '../../../kit/save-file.ts';
import { useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { SavedLine } from '../base/saved-line.tsx';

/** Downloads all entries that match the filter. */
export function AuditDownloads({ filter }: { filter: AuditFilter }) {
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
