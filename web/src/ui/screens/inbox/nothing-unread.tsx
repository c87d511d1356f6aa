import { mayCreateChannel } from '../../../view/channels/channel-rights.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { useClient } from '../../page/client.tsx';
import { navigate } from '../../page/location.ts';

/** The empty inbox; for new users, with a first step. */
export function NothingUnread() {
  const { live } = useClient();
  if (live.get('subscriptions').size > 0) {
    return (
      <EmptyState title={t('inbox.empty')}>
        <p>{t('inbox.emptyHint')}</p>
        <p>
          <Button command="recent" onClick={() => navigate({ screen: 'recent' })}>
            {t('views.recent')}
          </Button>
        </p>
      </EmptyState>
    );
  }
  const mayCreate = mayCreateChannel(live, 'public') || mayCreateChannel(live, 'private');
  const isFirst = mayCreate && live.get('channels').size === 0;
  return (
    <EmptyState title={t(isFirst ? 'inbox.first' : 'inbox.alone')}>
      <p>{t(isFirst ? 'inbox.firstHint' : 'inbox.aloneHint')}</p>
      <p>
        <Button kind="primary" onClick={() => navigate({ screen: 'channels', page: isFirst ? 'new' : '' })}>
          {t(isFirst ? 'channels.create' : 'sidebar.browse')}
        </Button>
      </p>
    </EmptyState>
  );
}
