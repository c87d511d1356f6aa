import type { ComponentChildren } from 'preact';
import type { Connection, Sync } from '../../../connection/sync.ts';
import { isOfSession } from '../../../store/writing/writer.ts';
import { keptTexts } from '../../../view/messages/kept.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FrameSkeleton } from '../frame.tsx';
import { sessionMark } from '../../page/mark.ts';
import './waiting.css';

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
