import { useSignalEffect } from '@preact/signals';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { loadFirst, refresh, type Anchor } from '../../../actions/messages/history.ts';
import type { RetryPolicy } from '../../../actions/request/retry.ts';
import type { Client } from '../../../connection/client.ts';
import type { MessageRange } from '../../../store/history/history.ts';
import type { NarrowTerm } from '../../../../../wire/narrow.ts';
import { narrowKey, type Narrow } from '../../../store/narrow/narrow.ts';
import { pinsIn } from '../../../view/messages/pinned-messages.ts';
import { getNear, getNearDate } from '../../../view/narrow/search-terms.ts';
import { NotLoaded, useFirstLoad, type LoadFailure } from '../../parts/first-load.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { Compose } from '../../compose/compose.tsx';
import { LightboxHost } from '../../parts/lightbox/lightbox-host.tsx';
import { OverlayHost } from '../actions/overlay-host.tsx';
import { useClient } from '../../page/client.tsx';
import { late, latePart } from '../../kit/toasts/late.tsx';
import { useMovedTopic } from '../topic/use-moved-topic.ts';
import { useWhereabouts } from '../topic/use-whereabouts.ts';
import './conversation.css';
import { chosen, clearChosen } from '../actions/chosen.ts';
import { MessageList } from './message-list.tsx';
import './pinned-bar.css';

/** The messages of a narrow, and compose below. */
type Props = {
  narrow: Narrow;
  /** ID of the message to open at. */
  near: number | undefined;
  /** ID of a message that identifies the conversation. */
  with: number | undefined;
};

const EmptyNarrow = latePart(() => import('./empty-narrow.tsx').then((m) => m.EmptyNarrow));
const BadSearch = latePart(() => import('./empty-narrow.tsx').then((m) => m.BadSearch));
const PinnedBar = latePart(() => import('./pinned-bar.tsx').then((m) => m.PinnedBar), {
  isAhead: true,
  Failed: () => null,
});
const ChosenBar = late(() => import('./chosen-bar.tsx').then((m) => m.ChosenBar));

export function Conversation({ narrow, near, with: id }: Props) {
  const { live } = useClient();
  const hasChosen = chosen.value !== undefined;
  const pins = pinsIn(live, narrow);
  return (
    <div class={`conversation conversation-${narrow.kind}`}>
      {pins.length > 0 && (
        <div class="pinned-bar">
          <PinnedBar narrow={narrow} pins={pins} />
        </div>
      )}
      <div class="conversation-messages">
        <Messages key={`${narrowKey(narrow)} ${near ?? ''}`} narrow={narrow} near={near} with={id} />
        {hasChosen && <ChosenBar key={narrowKey(narrow)} onClose={clearChosen} />}
      </div>
      <Compose narrow={narrow} />
      <OverlayHost narrow={narrow} />
      <LightboxHost />
    </div>
  );
}

/** Where the list opens: decided once, when messages are loaded. */
type OpenPosition = { firstUnread: number | undefined; at: number | undefined };

function Messages({ narrow, near, with: id }: Props) {
  const client = useClient();
  const range = useMemo(() => client.history.open(narrow), []);
  // Loaded messages are shown at once, without a frame of placeholders.
  const [opening, setOpening] = useState(() =>
    getAnchor(range, near) === undefined ? getOpening(client, range, near) : undefined,
  );
  const load = async (retryPolicy: RetryPolicy) => {
    const anchor = getAnchor(range, near);
    return anchor === undefined ? undefined : loadFirst(client, range, anchor, retryPolicy);
  };
  const { failed, ask } = useFirstLoad(client, load, {
    onLoaded: () => setOpening((now) => now ?? getOpening(client, range, near)),
  });
  useRefresh(client, range);
  const whereabouts = useWhereabouts(client, range, near ?? id, opening !== undefined);
  const isEmpty =
    opening !== undefined && range.ids.value.length === 0 && client.outbox.items.value.length === 0;
  const moved = useMovedTopic(client, narrow, isEmpty && whereabouts !== 'looking');
  useGoneLink(
    near !== undefined && whereabouts === 'gone' && !isEmpty,
    near !== undefined && range.ids.value.includes(near),
  );
  if (failed !== undefined && opening === undefined)
    return <FailedView failed={failed} narrow={narrow} onRetry={ask} />;
  if (opening === undefined) return <Skeletons />;
  if (isEmpty && (whereabouts === 'looking' || moved === 'looking')) return <Skeletons />;
  if (isEmpty)
    return (
      <EmptyNarrow
        narrow={narrow}
        isGone={whereabouts === 'gone'}
        movedTo={moved === 'looking' ? undefined : moved}
      />
    );
  return <MessageList range={range} firstUnread={opening.firstUnread} openAt={opening.at} near={near} />;
}

/** Says that the message of a link is gone; not of one that the person has seen disappear. */
function useGoneLink(isGone: boolean, isHere: boolean): void {
  const wasHere = useRef(false);
  wasHere.current ||= isHere;
  useEffect(() => {
    if (isGone && !wasHere.current)
      void import('./empty-narrow.tsx').then(
        ({ showGoneLink }) => showGoneLink(),
        () => undefined,
      );
  }, [isGone]);
}

/** A search that was refused is not retried. */
function FailedView({
  failed,
  narrow,
  onRetry,
}: {
  failed: LoadFailure;
  narrow: Narrow;
  onRetry: () => void;
}) {
  if (failed.failure.kind !== 'refused' || failed.failure.code !== 'BAD_NARROW')
    return <NotLoaded of="messages" failed={failed} onRetry={onRetry} />;
  return <BadSearch narrow={narrow} />;
}

const Skeletons = () => (
  <div class="frame-column">
    <Skeleton rows={7} />
  </div>
);

/** ISO 8601. */
const getDateAnchor = (terms: readonly NarrowTerm[]): Anchor | undefined =>
  getNearDate(terms)?.toISOString() as Anchor | undefined;

/** What has to be fetched before anything is shown; undefined if nothing is missing. */
function getAnchor(range: MessageRange, near: number | undefined): Anchor | undefined {
  const ids = range.ids.peek();
  const { narrow } = range;
  if (narrow.kind === 'search' && range.state.peek() === 'new')
    return near ?? getNear(narrow.terms) ?? getDateAnchor(narrow.terms) ?? 'newest';
  if (range.state.peek() === 'new') return near ?? 'first_unread';
  if (near !== undefined) return ids.includes(near) ? undefined : near;
  return ids.length > 0 || range.newest.peek() ? undefined : 'first_unread';
}

function getOpening(client: Client, range: MessageRange, near: number | undefined): OpenPosition {
  const { places } = client.live.peek().unreads;
  const firstUnread = range.ids.peek().find((id) => places.has(id));
  if (range.narrow.kind === 'search') {
    return {
      firstUnread: undefined,
      at:
        near ??
        getNear(range.narrow.terms) ??
        firstSince(client, range, getNearDate(range.narrow.terms)) ??
        range.lookedAt,
    };
  }
  return { firstUnread, at: near ?? firstUnread ?? range.lookedAt };
}

function firstSince({ live }: Client, range: MessageRange, since: Date | undefined): number | undefined {
  if (since === undefined) return undefined;
  const messages = live.peek().messages;
  return range.ids.peek().find((id) => (messages.get(id)?.timestamp ?? 0) * 1000 >= since.getTime());
}

/** Fetches messages that were missed without a connection. */
function useRefresh(client: Client, range: MessageRange): void {
  useSignalEffect(() => {
    const isStale = range.state.value === 'stale';
    const isOnline = client.sync.connection.value.kind === 'online';
    if (!isStale || !isOnline) return undefined;
    let isWanted = true;
    void refresh(client, range, { isWanted: () => isWanted });
    return () => {
      isWanted = false;
    };
  });
}
