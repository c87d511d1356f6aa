import { Ellipsis } from 'lucide-preact';
import type { ComponentChildren } from 'preact';
import { lazy, Suspense } from 'preact/compat';
import { useState } from 'preact/hooks';
import { t } from '../../view/text.ts';
import { Icon } from '../base/icon.tsx';
import { ErrorBoundary } from '../page/error-boundary.tsx';

const ChannelMenu = lazy(() => import('./channel-menu.tsx').then((m) => ({ default: m.ChannelMenu })));
const TopicMenu = lazy(() => import('./topic-menu.tsx').then((m) => ({ default: m.TopicMenu })));
const AllTopics = lazy(() => import('./all-topics.tsx').then((m) => ({ default: m.AllTopics })));

export type MenuOf =
  | { kind: 'channel'; channelId: number }
  | { kind: 'topic'; channelId: number; topic: string }
  | { kind: 'all-topics'; channelId: number };

/** A row of the left side with a menu behind its button and behind the second button of the pointer. */
export function WithMenu({ of, name, children }: { of: MenuOf; name: string; children: ComponentChildren }) {
  const [anchor, setAnchor] = useState<Element | null>(null);
  const onContextMenu = (event: MouseEvent & { currentTarget: Element }) => {
    event.preventDefault();
    setAnchor(event.currentTarget);
  };
  return (
    <div class={`sidebar-line ${anchor === null ? '' : 'sidebar-line-open'}`} onContextMenu={onContextMenu}>
      {children}
      <button
        type="button"
        class="sidebar-menu-button"
        tabIndex={-1}
        aria-label={t('sidebar.actions', { name })}
        aria-haspopup="menu"
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(anchor === null ? event.currentTarget : null)}
      >
        <Icon of={Ellipsis} />
      </button>
      {anchor && <PlaceMenu of={of} anchor={anchor} onClose={() => setAnchor(null)} />}
    </div>
  );
}

/** The menu of a channel or a topic, loaded when it is first opened. */
export function PlaceMenu({ of, ...rest }: { of: MenuOf; anchor: Element; onClose: () => void }) {
  return (
    <ErrorBoundary>
      <Suspense fallback={null}>
        {of.kind === 'channel' ? (
          <ChannelMenu channelId={of.channelId} {...rest} />
        ) : of.kind === 'topic' ? (
          <TopicMenu channelId={of.channelId} topic={of.topic} {...rest} />
        ) : (
          <AllTopics channelId={of.channelId} {...rest} />
        )}
      </Suspense>
    </ErrorBoundary>
  );
}
