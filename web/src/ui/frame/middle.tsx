import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { keepSubscribers } from '../../actions/subscribers.ts';
import { narrowKey, type Narrow } from '../../store/narrow/narrow.ts';
import type { Address } from '../../view/narrow/address.ts';
import { getHome } from '../../view/preferences/preferences.ts';
import { t } from '../../view/text/text.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { Skeleton } from '../kit/skeleton.tsx';
import { ComposeElsewhere } from '../compose/compose.tsx';
import { hasVoice } from '../compose/voice/has-voice.ts';
import { Conversation } from '../conversation/messages/conversation.tsx';
import { ErrorBoundary } from '../kit/error-boundary.tsx';
import { openingChannel } from '../parts/topics/opening.ts';
import { useClient } from '../page/client.tsx';
import { focusList, holdFocus } from '../page/focus.ts';
import { latePart, reload, showNotLoaded } from '../kit/toasts/late.tsx';
import { address, goBack, getHref, isSamePlace, navigate } from '../page/location.ts';
import type { ScreenProps } from '../page/screen-props.ts';
import { Overlay } from './overlay.tsx';
import { screens, type ScreenEntry } from './screens.ts';
import { Header, PlainHeader } from '../header/header.tsx';

const NotFound = latePart(() => import('./not-found.tsx').then((m) => m.NotFound));
const ChannelNotFound = latePart(() => import('./not-found.tsx').then((m) => m.ChannelNotFound));

const VoiceBar = latePart(() => import('../compose/voice/voice-bar.tsx').then((m) => m.VoiceBar), {
  Failed: () => null,
});

/** The screen of the address; behind an overlay, the previous screen. */
export function Middle() {
  const { live } = useClient();
  const here = address.value;
  const [behind, setBehind] = useState<Address>(() => getHome(live));
  const entry = getEntry(here);
  const isOverlay = entry?.isOverlay === true;
  useEffect(() => {
    if (!isOverlay) setBehind(here);
  }, [here, isOverlay]);
  const place = isOverlay ? behind : here;
  useFocusIn(place);
  useEffect(() => {
    if (here.screen === 'unknown' && isFront()) navigate(getHome(live), 'replace');
  }, [here]);
  return (
    <>
      <Place at={place} />
      <ComposeElsewhere isFree={place.screen !== 'narrow' && place.screen !== 'topics'} />
      {hasVoice.value && <VoiceBar />}
      {isOverlay && (
        <LazyScreen
          entry={entry}
          title={t('frame.settings')}
          page={getPage(here)}
          onClose={() => navigate(behind)}
        />
      )}
    </>
  );
}

/** After navigation, keys scroll the list of the new screen. */
function useFocusIn(place: Address): void {
  const key = place.screen === 'narrow' ? `${narrowKey(place.narrow)} ${place.near ?? ''}` : getHref(place);
  const before = useRef(key);
  useLayoutEffect(holdFocus, []);
  useLayoutEffect(() => {
    if (before.current !== key && !isSamePlace()) focusList();
    before.current = key;
  }, [key]);
}

const getEntry = ({ screen }: Address): ScreenEntry | undefined =>
  screen === 'narrow' || screen === 'unknown' ? undefined : screens[screen];

const getPage = (here: Address): string =>
  'page' in here ? here.page : here.screen === 'topics' ? String(here.channelId) : '';

function Place({ at }: { at: Address }) {
  if (at.screen === 'narrow') return <NarrowPlace narrow={at.narrow} near={at.near} with={at.with} />;
  if (at.screen === 'unknown') return <Nowhere />;
  if (at.screen === 'topics') return <ChannelPlace channelId={at.channelId} at={at} />;
  return <ScreenPlace at={at} />;
}

/** Loads who is in the channel, for the list of people. */
function useSubscribers(channelId: number | undefined): void {
  const client = useClient();
  const registration = client.live.begun.value;
  const isKnown = channelId !== undefined && client.live.get('channels').has(channelId);
  useEffect(() => {
    if (isKnown) void keepSubscribers(client, channelId);
  }, [channelId, isKnown, registration]);
}

type ScreenAddress = Exclude<Address, { screen: 'narrow' | 'unknown' }>;

function ChannelPlace({ channelId, at }: { channelId: number; at: ScreenAddress }) {
  const { name, isHere, isPending } = useChannelName(channelId);
  useSubscribers(channelId);
  if (isPending) return <ChannelToBe />;
  return isHere ? <ScreenPlace at={at} /> : <ChannelNotFound name={name} narrow={undefined} />;
}

/** `isPending`: it is not known yet whether there is one. */
type ShownChannel = { name: string | undefined; isHere: boolean; isPending: boolean };

/** The name stays known when the person loses access while the page is open. */
function useChannelName(channelId: number | undefined): ShownChannel {
  const { live } = useClient();
  const known = useRef<{ id: number; name: string }>();
  if (channelId === undefined) return { name: undefined, isHere: true, isPending: false };
  const channel = live.get('channels').get(channelId);
  if (channel !== undefined) known.current = { id: channelId, name: channel.name };
  const name = known.current?.id === channelId ? known.current.name : undefined;
  const isHere = channel !== undefined;
  return { name, isHere, isPending: !isHere && name === undefined && !live.hasChannels.value };
}

/** Where a channel is going to be that the person has not subscribed to. */
const ChannelToBe = () => (
  <>
    <PlainHeader title="" />
    <div class="frame-column">
      <Skeleton rows={7} />
    </div>
  </>
);

function ScreenPlace({ at }: { at: ScreenAddress }) {
  const { live } = useClient();
  const entry = getEntry(at);
  const title = getTitle(at.screen);
  if (entry !== undefined)
    return (
      <LazyScreen entry={entry} title={title} page={getPage(at)} onClose={() => goBack(getHome(live))} />
    );
  return (
    <>
      <PlainHeader title={title} />
      <EmptyState title={t('frame.notBuilt')} />
    </>
  );
}

/** The address has no path until it is replaced by that of the home view. */
const isFront = (): boolean => window.location.pathname === '/';

function Nowhere() {
  return isFront() ? <PlainHeader title="" /> : <NotFound />;
}

function getTitle(screen: Exclude<Address['screen'], 'narrow' | 'unknown'>): string {
  // Complete keys: a key built from a prefix would put all texts of the frame into the first load.
  if (screen === 'settings') return t('frame.settings');
  if (screen === 'organization') return t('frame.organization');
  return t(`views.${screen}`);
}

type NarrowPlaceProps = { narrow: Narrow; near: number | undefined; with: number | undefined };

function NarrowPlace({ narrow, near, with: id }: NarrowPlaceProps) {
  const channelId = 'channelId' in narrow ? narrow.channelId : undefined;
  useSubscribers(channelId);
  const { name, isHere, isPending } = useChannelName(channelId);
  if (isPending) return <ChannelToBe />;
  if (!isHere) return <ChannelNotFound name={name} narrow={narrow} />;
  const isOpening = narrow.kind === 'channel' && openingChannel.value === narrow.channelId;
  return (
    <>
      <Header narrow={narrow} />
      {isOpening ? (
        <div class="frame-column">
          <Skeleton rows={7} />
        </div>
      ) : (
        <ErrorBoundary of={narrowKey(narrow)}>
          <Conversation narrow={narrow} near={near} with={id} />
        </ErrorBoundary>
      )}
    </>
  );
}

/** They are shown again without the grey lines, and what stands for them is not laid out. */
const loadedScreens = new Map<ScreenEntry, ComponentType<ScreenProps>>();

type LazyScreenProps = ScreenProps & { entry: ScreenEntry; title: string };

function LazyScreen({ entry, title, page, onClose }: LazyScreenProps) {
  const [, setLoaded] = useState<ScreenEntry>();
  const [failed, setFailed] = useState<ScreenEntry>();
  const Screen = loadedScreens.get(entry);
  useEffect(() => {
    if (Screen !== undefined) return;
    entry.load().then(
      (loaded) => {
        loadedScreens.set(entry, loaded);
        setLoaded(entry);
      },
      () => setFailed(entry),
    );
  }, [entry]);
  const shown = Screen !== undefined && (
    <ErrorBoundary of={title}>
      <Screen page={page} onClose={onClose} />
    </ErrorBoundary>
  );
  if (entry.isOverlay === true)
    return failed === entry ? (
      <NotLoadedOverlay />
    ) : (
      <Overlay label={title} onClose={onClose}>
        {shown || undefined}
      </Overlay>
    );
  return (
    shown || (
      <>
        <PlainHeader title={title} />
        {failed === entry ? <NotLoaded /> : <Loading />}
      </>
    )
  );
}

const Loading = () => (
  <div class="frame-column">
    <Skeleton kind="row" rows={10} />
  </div>
);

const NotLoaded = () => (
  <EmptyState title={t('frame.notLoaded')}>
    <p>{t('frame.notLoadedHint')}</p>
    <p>
      <Button onClick={reload}>{t('frame.reload')}</Button>
    </p>
  </EmptyState>
);

/** The address stays, so that reloading the page opens it. */
function NotLoadedOverlay() {
  useEffect(showNotLoaded, []);
  return null;
}
