import type { ComponentChildren } from 'preact';
import type { Connection, Sync } from '../../../connection/sync.ts';
import { isOfSession } from '../../../store/writing/writer.ts';
import { keptTexts } from '../../../view/messages/kept.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FrameSkeleton } from '../frame.tsx';
import { sessionMark } from '../../page/mark.ts';
import type { Client } from '../../../connection/client.ts';
import { storageFaults } from '../../../store/history/server-storage.ts';
import { latePart } from '../../kit/toasts/late.tsx';
import './waiting.css';
import './connection-bar.css';

function reason(connection: Connection): string {
  if (connection.kind === 'offline') return t('frame.startOffline');
  const busySeconds = connection.kind === 'reconnecting' ? connection.busySeconds : undefined;
  return busySeconds === undefined ? t('frame.startUnreachable') : t('frame.busy', { count: busySeconds });
}

/** Shown before the first response; without a connection, lists what is available anyway. */
export function Waiting({ sync, bar }: { sync: Sync; bar: ComponentChildren }) {
  const connection = sync.connection.value;
  const { kind } = connection;
  if (kind !== 'offline' && kind !== 'reconnecting') return <FrameSkeleton bar={bar} />;
  const { localStorage, sessionStorage } = window;
  const kept = isOfSession(localStorage, sessionMark()) ? keptTexts(localStorage, sessionStorage) : [];
  return (
    <main class="waiting">
      <EmptyState title={reason(connection)}>
        <p>{t('frame.startHint')}</p>
        <p class="waiting-try">
          <Button onClick={() => sync.retryNow()}>{t('frame.reconnectNow')}</Button>
        </p>
      </EmptyState>
      {kept.length > 0 && (
        <section class="waiting-kept">
          <h2 class="waiting-title">{t('frame.kept')}</h2>
          <ul role="list">
            {kept.map(({ key, text, isUnsent }) => (
              <li class="waiting-text" key={key}>
                <p class="waiting-words" dir="auto">
                  {text}
                </p>
                <p class="waiting-state">{t(isUnsent ? 'frame.keptUnsent' : 'frame.keptDraft')}</p>
              </li>
            ))}
          </ul>
        </section>
      )}
    </main>
  );
}

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
