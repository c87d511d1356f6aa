import { useState } from 'preact/hooks';
import { narrowKey, type Narrow } from '../../store/narrow/narrow.ts';
import type { Target } from '../../store/writing/drafts.ts';
import { isMorePublic } from '../../view/compose/publicity.ts';
import { narrowName } from '../../view/narrow/names.ts';
import { t } from '../../view/text/text.ts';
import { ConfirmDialog } from '../kit/overlays/confirm-dialog.tsx';
import { useClient } from '../page/client.tsx';
import { getDestination } from './state/written.ts';

/** From which conversation to which channel the person has agreed to send. */
const agreed = new Set<string>();

/** Asks, once for each pair, before something is sent from a conversation to a destination that more people can read. */
export function usePublicQuestion(to: Target, narrow: Narrow) {
  const { live } = useClient();
  const [asked, setAsked] = useState<{ pair: string; then: () => void }>();
  const pair = `${narrowKey(narrow)} ${to.kind === 'topic' ? to.channelId : ''}`;
  const place = getDestination(to);
  const ask = (then: () => void): void => {
    if (agreed.has(pair) || !isMorePublic(live, to, narrow)) then();
    else setAsked({ pair, then });
  };
  const close = () => setAsked(undefined);
  const question =
    asked?.pair === pair && place !== undefined ? (
      <ConfirmDialog
        title={t('compose.askPublic', { name: narrowName(live, place) })}
        action={t('compose.send')}
        onClose={close}
        onConfirm={() => {
          agreed.add(pair);
          close();
          asked.then();
        }}
      >
        <p>{t('compose.morePublic')}</p>
      </ConfirmDialog>
    ) : null;
  return { ask, question };
}
