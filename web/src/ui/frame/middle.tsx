import { useEffect, useState } from 'preact/hooks';
import type { ComponentType } from 'preact';
import { keepSubscribers } from '../../actions/channels.ts';
import { narrowKey, type Narrow } from '../../store/narrow.ts';
import type { Address } from '../../view/address.ts';
import { homeOf } from '../../view/preferences.ts';
import { t } from '../../view/text.ts';
import { EmptyState } from '../base/empty-state.tsx';
import { Skeleton } from '../base/skeleton.tsx';
import { Conversation } from '../messages/conversation.tsx';
import { ErrorBoundary } from '../page/error-boundary.tsx';
import { useClient } from '../page/client.tsx';
import { address, goBack, navigate } from '../page/location.ts';
import { screens, type ScreenEntry, type ScreenProps } from '../screens.ts';
import { Header, PlainHeader } from './header.tsx';

/** What the address names; behind an overlay, what was there before it. */
export function Middle() {
  const { live } = useClient();
  const here = address.value;
  const [behind, setBehind] = useState<Address>(() => homeOf(live));
  const entry = entryOf(here);
  const isOverlay = entry?.isOverlay === true;
  useEffect(() => {
    if (!isOverlay) setBehind(here);
  }, [here, isOverlay]);
  useEffect(() => {
    if (here.screen === 'unknown' && isFront()) navigate(homeOf(live), 'replace');
  }, [here]);
  return (
    <>
      <Place at={isOverlay ? behind : here} />
      {isOverlay && <LazyScreen entry={entry} page={pageOf(here)} onClose={() => navigate(behind)} />}
    </>
  );
}

const entryOf = ({ screen }: Address): ScreenEntry | undefined =>
  screen === 'narrow' || screen === 'unknown' ? undefined : screens[screen];

const pageOf = (here: Address): string => ('page' in here ? here.page : '');

function Place({ at }: { at: Address }) {
  if (at.screen === 'narrow') return <NarrowPlace narrow={at.narrow} near={at.near} />;
  if (at.screen === 'unknown') return <Nowhere />;
  const entry = entryOf(at);
  if (entry !== undefined) return <LazyScreen entry={entry} page={pageOf(at)} onClose={goBack} />;
  return (
    <>
      <PlainHeader title={titleOf(at.screen)} />
      <EmptyState title={t('frame.notBuilt')} />
    </>
  );
}

/** Where one is until the way leads home. */
const isFront = (): boolean => window.location.pathname === '/';

function Nowhere() {
  if (isFront()) return <PlainHeader title="" />;
  return (
    <>
      <PlainHeader title={t('frame.notFound')} />
      <EmptyState title={t('frame.unknown')}>{t('frame.unknownHint')}</EmptyState>
    </>
  );
}

function titleOf(screen: Exclude<Address['screen'], 'narrow' | 'unknown'>): string {
  return screen === 'settings' || screen === 'organization' ? t(`frame.${screen}`) : t(`views.${screen}`);
}

function NarrowPlace({ narrow, near }: { narrow: Narrow; near: number | undefined }) {
  const client = useClient();
  const channelId = 'channelId' in narrow ? narrow.channelId : undefined;
  const registration = client.live.begun.value;
  useEffect(() => {
    if (channelId !== undefined && client.live.peek().channels.has(channelId))
      void keepSubscribers(client, channelId);
  }, [channelId, registration]);
  const isHere = channelId === undefined || client.live.get('channels').has(channelId);
  if (!isHere) return <Nowhere />;
  return (
    <>
      <Header narrow={narrow} />
      <ErrorBoundary of={narrowKey(narrow)}>
        <Conversation narrow={narrow} near={near} />
      </ErrorBoundary>
    </>
  );
}

type Loaded = { entry: ScreenEntry; Screen: ComponentType<ScreenProps> };

function LazyScreen({ entry, page, onClose }: ScreenProps & { entry: ScreenEntry }) {
  const [loaded, setLoaded] = useState<Loaded>();
  const [failed, setFailed] = useState<ScreenEntry>();
  useEffect(() => {
    entry.load().then(
      (Screen) => setLoaded({ entry, Screen }),
      () => setFailed(entry),
    );
  }, [entry]);
  if (failed === entry) return <EmptyState title={t('common.unreachable')} />;
  if (loaded?.entry !== entry) return entry.isOverlay === true ? null : <Skeleton kind="row" rows={10} />;
  return (
    <ErrorBoundary>
      <loaded.Screen page={page} onClose={onClose} />
    </ErrorBoundary>
  );
}
