import { useComputed, useSignal, type Signal } from '@preact/signals';
import { Hash, Lock, Plus } from 'lucide-preact';
import { subscribe, unsubscribe } from '../../../actions/channels.ts';
import { channelRows, type ChannelRow, type ChannelTab } from '../../../view/channels/channel-list.ts';
import { isAdministrator, mayCreateChannel, maySubscribe } from '../../../view/channels/channel-rights.ts';
import { channelColor } from '../../../view/narrow/names.ts';
import { t } from '../../../view/text/text.ts';
import { arrowKeys } from '../../kit/lists/arrows.ts';
import { useRowKeys } from '../../kit/lists/row-keys.ts';
import { Button } from '../../kit/button.tsx';
import { EmptyState } from '../../kit/empty-state.tsx';
import { FilterField } from '../../kit/filter-field.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { VirtualList } from '../../kit/lists/virtual-list.tsx';
import { InlineContent } from '../../parts/content/inline-content.tsx';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { getHref, navigate } from '../../page/location.ts';
import { report } from '../../kit/toasts/report.ts';
import { CreateChannel } from './create-channel.tsx';

const tabs: readonly ChannelTab[] = ['all', 'subscribed', 'others', 'archived'];

/** All visible channels, to subscribe, unsubscribe and open. */
export function ChannelBrowser({ isCreating }: { isCreating: boolean }) {
  const { live } = useClient();
  const tab = useSignal<ChannelTab>('all');
  const text = useSignal('');
  useRowKeys('.channels-name');
  const rows = useComputed(() => channelRows(live, tab.value, text.value)).value;
  // The others would move the rows under the pointer.
  const isPending = tab.value !== 'subscribed' && !live.hasChannels.value;
  const mayCreate = mayCreateChannel(live, 'public') || mayCreateChannel(live, 'private');
  return (
    <>
      <PlainHeader title={t('views.channels')} />
      <div class="channels" onKeyDown={arrowKeys('.channels-name')}>
        <Top tab={tab} text={text} mayCreate={mayCreate} />
        {isPending && (
          <div class="frame-column">
            <Skeleton kind="row" rows={8} />
          </div>
        )}
        {!isPending && rows.length === 0 && (
          <EmptyState title={text.value === '' ? t('channels.none') : t('common.nothingFound')}>
            {text.value === '' && t('channels.noneHint')}
          </EmptyState>
        )}
        {!isPending && rows.length > 0 && (
          <div class="channels-list">
            <VirtualList
              items={rows}
              getKey={(row) => row.id}
              estimate={() => 60}
              label={t('views.channels')}
              isFiltered={text.value !== ''}
              render={drawRow}
            />
          </div>
        )}
      </div>
      {isCreating && mayCreate && <CreateChannel onClose={closeForm} />}
    </>
  );
}

type TopProps = { tab: Signal<ChannelTab>; text: Signal<string>; mayCreate: boolean };

function Top({ tab, text, mayCreate }: TopProps) {
  const { live } = useClient();
  return (
    <div class="frame-column channels-top">
      <FilterField
        class="channels-filter"
        label={t('channels.filter')}
        value={text.value}
        onValue={(value) => (text.value = value)}
      />
      <div class="channels-tabs">
        {tabs.map((name) => (
          <button
            key={name}
            type="button"
            class="channels-tab"
            aria-pressed={tab.value === name}
            onClick={() => (tab.value = name)}
          >
            {t(`channels.${name}`)}
          </button>
        ))}
      </div>
      {(isAdministrator(live) || live.get('folders').size > 0) && (
        <a class="channels-tab" href={getHref({ screen: 'channels', page: 'folders' })}>
          {t('channels.folders')}
        </a>
      )}
      {mayCreate && (
        <Button kind="primary" onClick={() => navigate({ screen: 'channels', page: 'new' })}>
          <Icon of={Plus} />
          {t('channels.create')}
        </Button>
      )}
    </div>
  );
}

const closeForm = (): void => navigate({ screen: 'channels', page: '' }, 'replace');

const drawRow = (row: ChannelRow) => <Row row={row} />;

function Row({ row: { id, channel, isSubscribed } }: { row: ChannelRow }) {
  const { live } = useClient();
  return (
    <div class="frame-column">
      <div class="channels-row">
        <span class="channels-icon" style={{ color: channelColor(live, id) }}>
          <Icon of={channel.invite_only ? Lock : Hash} />
        </span>
        <a class="channels-name" href={getHref({ screen: 'channels', page: String(id) })}>
          <span class="channels-title one-line" dir="auto">
            {withEmoji(channel.name)}
          </span>
          <span class="channels-about one-line" dir="auto">
            {channel.rendered_description === '' ? (
              t('channels.noDescription')
            ) : (
              <InlineContent html={channel.rendered_description} />
            )}
          </span>
        </a>
        <span class="channels-size numeric">{t('frame.members', { count: channel.subscriber_count })}</span>
        <Join id={id} isSubscribed={isSubscribed} />
      </div>
    </div>
  );
}

/** A button to subscribe or unsubscribe, empty without permission. */
export function Join({ id, isSubscribed }: { id: number; isSubscribed: boolean }) {
  const client = useClient();
  const channel = client.live.get('channels').get(id);
  if (channel === undefined || channel.is_archived) return <span class="channels-join" />;
  if (isSubscribed) {
    return (
      <span class="channels-join">
        <Button kind="quiet" onClick={() => void report(unsubscribe(client, id))}>
          {t('channels.leave')}
        </Button>
      </span>
    );
  }
  return (
    <span class="channels-join">
      {maySubscribe(client.live, id, channel) && (
        <Button onClick={() => void report(subscribe(client, id))}>{t('channels.join')}</Button>
      )}
    </span>
  );
}
