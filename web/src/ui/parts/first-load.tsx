import { useSignalEffect } from '@preact/signals';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { RetryPolicy } from '../../actions/request/retry.ts';
import type { ApiFailure } from '../../connection/api.ts';
import type { Client } from '../../connection/client.ts';
import { t } from '../../view/text/text.ts';
import { failureText } from '../../view/text/failure.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';

/** Why nothing is shown yet. `isAsking`: the request was repeated by the button and has no response yet. */
export type LoadFailure = { failure: ApiFailure; isAsking: boolean };

export type FirstLoad = { failed: LoadFailure | undefined; ask: () => void };

type Options = {
  onLoaded?: () => void;
  /** Loads again when this changes. */
  reloadKey?: unknown;
};

/**
 * Loads the data that a screen needs first, with retries; a retry is immediate by the button or when the connection is back.
 * @param load requests the data under that retry policy, as by `retryUntilSuccess`
 */
export function useFirstLoad(
  { sync }: Client,
  load: (retryPolicy: RetryPolicy) => Promise<ApiFailure | undefined>,
  { onLoaded, reloadKey }: Options = {},
): FirstLoad {
  const [failed, setFailed] = useState<LoadFailure>();
  const asking = useRef(0);
  const isUnreached = useRef(false);
  const begin = async () => {
    const own = ++asking.current;
    const isWanted = () => asking.current === own;
    const onFailure = (failure: ApiFailure) => {
      isUnreached.current = failure.kind === 'unreachable';
      setFailed({ failure, isAsking: false });
    };
    isUnreached.current = false;
    const refused = await load({ isWanted, onFailure });
    if (!isWanted()) return;
    setFailed(refused && { failure: refused, isAsking: false });
    if (refused === undefined) onLoaded?.();
  };
  useEffect(() => {
    void begin();
    return () => {
      asking.current++;
    };
  }, [reloadKey]);
  useSignalEffect(() => {
    const isOnline = sync.connection.value.kind === 'online';
    if (isOnline && isUnreached.current) void begin();
  });
  const ask = () => {
    setFailed((now) => now && { ...now, isAsking: true });
    void begin();
  };
  return { failed, ask };
}

/** Shown in place of data that could not be loaded. */
export const NotLoaded = ({
  of,
  failed: { failure, isAsking },
  onRetry,
}: {
  of: 'messages' | 'topics' | 'conversations';
  failed: LoadFailure;
  onRetry: () => void;
}) => (
  <EmptyState title={t(`${of}.failed`)}>
    <p>{failureText(failure)}</p>
    {failure.kind !== 'refused' && <p>{t('messages.asksAgain')}</p>}
    <p>
      <Button isBusy={isAsking} onClick={onRetry}>
        {t('common.retry')}
      </Button>
    </p>
  </EmptyState>
);
