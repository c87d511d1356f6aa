/** Screens for addresses that lead nowhere. */
import { useEffect } from 'preact/hooks';
import type { Narrow } from '../../store/narrow/narrow.ts';
import { t } from '../../view/text/text.ts';
import { Button } from '../kit/button.tsx';
import { EmptyState } from '../kit/empty-state.tsx';
import { announce } from '../kit/toasts/toast.tsx';
import { drafts, getTarget } from '../compose/state/state.ts';
import { getHref } from '../page/location.ts';
import { PlainHeader } from '../header/header.tsx';
import { isLeftOpen, isPhone } from '../page/layout.ts';

type Props = {
  /** The name, if the person had access when the page was opened. */
  name: string | undefined;
  narrow: Narrow | undefined;
};

export function NotFound() {
  return (
    <>
      <PlainHeader title={t('frame.notFound')} />
      <EmptyState title={t('frame.unknown')}>
        {isPhone.value ? (
          <Button onClick={() => (isLeftOpen.value = true)}>{t('frame.unknownOpen')}</Button>
        ) : (
          t('frame.unknownHint')
        )}
      </EmptyState>
    </>
  );
}

/** Shown at addresses of channels that do not exist, or that the person has no access to. */
export function ChannelNotFound({ name, narrow }: Props) {
  const title = name === undefined ? t('channel.unknown') : t('frame.channelLost', { channel: name });
  const target = narrow && getTarget(narrow);
  const hasDraft = target !== undefined && drafts.getText(target) !== '';
  useEffect(() => {
    if (name !== undefined) announce(title);
  }, [title]);
  return (
    <>
      <PlainHeader title={name ?? t('frame.notFound')} />
      <EmptyState title={title}>
        {name === undefined && <p>{t('channels.unknownHint')}</p>}
        {hasDraft && (
          <p>
            {t('frame.draftKept')} <a href={getHref({ screen: 'drafts' })}>{t('views.drafts')}</a>
          </p>
        )}
      </EmptyState>
    </>
  );
}
