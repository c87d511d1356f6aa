import type { Sync } from '../../sync.ts';
import { t } from '../../view/text.ts';
import { Button } from '../base/button.tsx';
import './connection-bar.css';

/** Says that the connection is lost, as long as it is. */
export function ConnectionBar({ sync }: { sync: Sync }) {
  const { kind } = sync.connection.value;
  return (
    <div class="connection-bar" role="status">
      {kind === 'offline' && <p class="connection-bar-row">{t('frame.offline')}</p>}
      {kind === 'reconnecting' && (
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
