import type { Client } from '../../../connection/client.ts';
import { storageFaults } from '../../../store/history/server-storage.ts';
import type { Sync } from '../../../connection/sync.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { latePart } from '../../kit/toasts/late.tsx';
import './connection-bar.css';

/** Loaded on demand: it is rarely needed, and the server still serves its files then. */
const StorageRow = latePart(() => import('./storage-row.tsx').then((m) => m.StorageRow));

const hasStorageFault = (): boolean => Object.keys(storageFaults.value).length > 0;

/** Shown while the connection is lost or the server cannot store anything. */
export function ConnectionBar({ sync, client }: { sync: Sync; client?: Client | undefined }) {
  const connection = sync.connection.value;
  const { kind } = connection;
  // A server that cannot reach its database refuses polls as well: that reason says more than "reconnecting".
  const isStorageReported = hasStorageFault() && (kind === 'online' || kind === 'reconnecting');
  return (
    <div class="connection-bar" role="status">
      {isStorageReported && <StorageRow client={client} />}
      {kind === 'offline' && <p class="connection-bar-row">{t('frame.offline')}</p>}
      {connection.kind === 'reconnecting' && !isStorageReported && (
        <p class="connection-bar-row">
          {connection.busySeconds === undefined
            ? t('frame.reconnecting')
            : t('frame.busy', { count: connection.busySeconds })}
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
