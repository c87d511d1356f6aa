import type { Client } from '../../client.ts';
import { storageFaults } from '../../store/history/server-storage.ts';
import type { Sync } from '../../sync.ts';
import { t } from '../../view/text/text.ts';
import { Button } from '../base/button.tsx';
import { latePart } from './late.tsx';
import './connection-bar.css';

/** Rare; the server still serves its files then. */
const StorageRow = latePart(() => import('./storage-row.tsx').then((m) => m.StorageRow));

const hasStorageFault = (): boolean => Object.keys(storageFaults.value).length > 0;

/** Reports that the connection is lost or that the server cannot store anything, as long as it is so. */
export function ConnectionBar({ sync, client }: { sync: Sync; client?: Client | undefined }) {
  const { kind } = sync.connection.value;
  // A server that cannot reach its database refuses polls as well: the reason says more than that it is asked again.
  const isStorageReported = hasStorageFault() && (kind === 'online' || kind === 'reconnecting');
  return (
    <div class="connection-bar" role="status">
      {isStorageReported && <StorageRow client={client} />}
      {kind === 'offline' && <p class="connection-bar-row">{t('frame.offline')}</p>}
      {kind === 'reconnecting' && !isStorageReported && (
        <p class="connection-bar-row">
          {t('frame.reconnecting')}
          <Button kind="quiet" onClick={() => sync.retryNow()}>
            {t('frame.reconnectNow')}
          </Button>
        </p>
      )}
      {kind === 'signedOut' && (
        <p class="connection-bar-row">
          {t('frame.signedOut')}
          <a href={`/login?next=${encodeURIComponent(window.location.pathname)}`}>{t('frame.signIn')}</a>
        </p>
      )}
    </div>
  );
}
