import { ErrorBoundary } from '../../kit/error-boundary.tsx';
import { late } from '../../kit/toasts/late.tsx';

const ChannelMenu = late(() => import('./channel-menu.tsx').then((m) => m.ChannelMenu));
const TopicMenu = late(() => import('./topic-menu.tsx').then((m) => m.TopicMenu));
const ViewMenu = late(() => import('./view-menu.tsx').then((m) => m.ViewMenu));
const ViewsMenu = late(() => import('./view-menu.tsx').then((m) => m.ViewsMenu));

export type MenuOf =
  | { kind: 'channel'; channelId: number }
  | { kind: 'topic'; channelId: number; topic: string }
  | { kind: 'view'; fragment: string; name: string }
  | { kind: 'views' };

type PlaceMenuProps = { of: MenuOf; anchor: Element; onClose: () => void };

/** The menu of a row, loaded when it is first opened. */
export function PlaceMenu(props: PlaceMenuProps) {
  return (
    <ErrorBoundary>
      <MenuFor {...props} />
    </ErrorBoundary>
  );
}

function MenuFor({ of, ...rest }: PlaceMenuProps) {
  switch (of.kind) {
    case 'channel':
      return <ChannelMenu channelId={of.channelId} {...rest} />;
    case 'topic':
      return <TopicMenu channelId={of.channelId} topic={of.topic} {...rest} />;
    case 'view':
      return <ViewMenu fragment={of.fragment} name={of.name} {...rest} />;
    case 'views':
      return <ViewsMenu {...rest} />;
  }
}
