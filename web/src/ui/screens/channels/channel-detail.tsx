import { ArrowLeft } from 'lucide-preact';
import { t } from '../../../view/text/text.ts';
import { EmptyState } from '../../kit/empty-state.tsx';
import { Icon } from '../../kit/icon.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { PlainHeader } from '../../header/header.tsx';
import { useClient } from '../../page/client.tsx';
import { getHref } from '../../page/location.ts';
import { Join } from './channel-browser.tsx';
import { ChannelGeneral } from './channel-general.tsx';
import { ChannelPeople } from './channel-people.tsx';
import { ChannelPermissions } from './channel-permissions.tsx';
import { ChannelPersonal } from './channel-personal.tsx';

const tabs = ['general', 'permissions', 'people', 'personal'] as const;

/** Everything about one channel, in tabs. */
export function ChannelDetail({ channelId, tab }: { channelId: number; tab: string }) {
  const { live } = useClient();
  const channel = live.get('channels').get(channelId);
  const isSubscribed = live.get('subscriptions').has(channelId);
  if (channel === undefined && !live.hasChannels.value) {
    return (
      <>
        <PlainHeader title="" />
        <div class="frame-column">
          <Skeleton kind="row" rows={8} />
        </div>
      </>
    );
  }
  if (channel === undefined) {
    return (
      <>
        <PlainHeader title={t('channel.unknown')} />
        <EmptyState title={t('channel.unknown')}>{t('channels.unknownHint')}</EmptyState>
      </>
    );
  }
  const shown = tabs.filter((name) => name !== 'personal' || isSubscribed);
  const current = shown.find((name) => name === tab) ?? 'general';
  return (
    <>
      <PlainHeader title={channel.name} />
      <div class="channel-detail">
        <div class="frame-column channel-detail-head">
          <a class="channel-detail-back" href={getHref({ screen: 'channels', page: '' })}>
            <Icon of={ArrowLeft} />
            {t('views.channels')}
          </a>
          <nav class="channels-tabs" aria-label={channel.name}>
            {shown.map((name) => (
              <a
                key={name}
                class="channels-tab"
                href={getHref({ screen: 'channels', page: `${channelId}/${name}` })}
                aria-current={name === current ? 'page' : undefined}
              >
                {t(`channels.tab.${name}`)}
              </a>
            ))}
          </nav>
          <span class="channel-detail-space" />
          <Join id={channelId} isSubscribed={isSubscribed} />
        </div>
        <div class="frame-column">
          <div class="channel-detail-body">
            {current === 'general' && <ChannelGeneral channelId={channelId} channel={channel} />}
            {current === 'permissions' && <ChannelPermissions channelId={channelId} channel={channel} />}
            {current === 'people' && <ChannelPeople channelId={channelId} channel={channel} />}
            {current === 'personal' && <ChannelPersonal channelId={channelId} />}
          </div>
        </div>
      </div>
    </>
  );
}
