import type { ReadonlySignal } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import { ErrorBoundary } from '../../kit/error-boundary.tsx';
import type { Client } from '../../../connection/client.ts';
import type { Sync } from '../../../connection/sync.ts';
import { Toasts } from '../../kit/toasts/toast.tsx';
import { CardHost } from '../profile-card/card-host.tsx';
import { Frame } from '../frame.tsx';
import { SearchHost } from '../search/host.tsx';
import { ClientContext } from '../../page/client.tsx';
import { ConnectionBar } from './connection-bar.tsx';
import { endFirstScreen } from './first-visit.ts';
import { Waiting } from './waiting.tsx';

export function App({ client, sync }: { client: ReadonlySignal<Client | undefined>; sync: Sync }) {
  const ready = client.value;
  const isStarting = ready === undefined && sync.connection.value.kind === 'starting';
  useLayoutEffect(() => {
    if (!isStarting) endFirstScreen();
  }, [isStarting]);
  return (
    <ErrorBoundary>
      <ClientContext.Provider value={ready}>
        {ready === undefined ? (
          <Waiting sync={sync} bar={<ConnectionBar sync={sync} />} />
        ) : (
          <>
            <Frame bar={<ConnectionBar sync={sync} client={ready} />} />
            <CardHost />
            <SearchHost />
          </>
        )}
        <Toasts />
      </ClientContext.Provider>
    </ErrorBoundary>
  );
}
