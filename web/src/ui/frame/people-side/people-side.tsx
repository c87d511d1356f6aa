import { Moon } from 'lucide-preact';
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { signal, useComputed } from '@preact/signals';
import { serverSeconds } from '../../../store/server-clock.ts';
import type { Live } from '../../../store/live.ts';
import type { Narrow } from '../../../store/narrow/narrow.ts';
import type { Address } from '../../../view/narrow/address.ts';
import { peopleFilter, peopleRows, prepareNames, type PersonRow } from '../../../view/people/people.ts';
import { quietText } from '../../../view/people/quiet.ts';
import { statusGlyph } from '../../../view/people/status.ts';
import { preference } from '../../../view/preferences/preferences.ts';
import { languageCode, t } from '../../../view/text/text.ts';
import { Icon } from '../../kit/icon.tsx';
import { FilterField } from '../../kit/filter-field.tsx';
import { LateAvatar } from '../../parts/people/late-avatar.tsx';
import { Skeleton } from '../../kit/skeleton.tsx';
import { announce } from '../../kit/toasts/toast.tsx';
import { VirtualList } from '../../kit/lists/virtual-list.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { EmojiGlyph } from '../../parts/emoji/emoji-glyph.tsx';
import { isCompact } from '../../page/layout.ts';
import { useClient } from '../../page/client.tsx';
import { focusList } from '../../page/focus.ts';
import { useLateAddress } from '../../page/late-address.ts';
import { getHref } from '../../page/location.ts';
import { whenQuiet } from '../../page/quiet.ts';
import './people-side.css';

/** Returns whose people are listed; undefined for everyone, whose list stays the same from view to view. */
function getNarrow(here: Address): Narrow | undefined {
  if (here.screen === 'topics') return { kind: 'channel', channelId: here.channelId };
  return here.screen === 'narrow' && isOfSome(here.narrow) ? here.narrow : undefined;
}

const isOfSome = (narrow: Narrow): boolean => 'channelId' in narrow || narrow.kind === 'direct';

/** The members of the open conversation, or of the channel whose topics are listed, by presence. */
export function PeopleSide() {
  const { live } = useClient();
  const [filter, setFilter] = useState('');
  const typed = useRef(signal('')).current;
  typed.value = filter;
  const place = useLateAddress();
  const narrow = useComputed(() => getNarrow(place.value));
  const all = useComputed(() => peopleRows(live, { narrow: narrow.value, now: serverSeconds(live) }));
  const find = useMemo(peopleFilter, []);
  usePreparedNames(live);
  const rows = useComputed(() => find(all.value, typed.value));
  return (
    <>
      <div class="people-top">
        <h2 class="people-title">
          <a class="people-all" href={getHref({ screen: 'people', page: '' })}>
            {t('frame.right')}
          </a>{' '}
          {live.hasPeople.value && (
            <span class="people-size numeric">{rows.value.length.toLocaleString(languageCode())}</span>
          )}
        </h2>
      </div>
      <FilterField
        id="people-filter"
        class="people-filter"
        isSunken
        label={t('people.filter')}
        value={filter}
        onValue={setFilter}
        onKeyDown={(event) => {
          if (event.key !== 'Escape') return;
          setFilter('');
          // Closes it if it is a drawer.
          if (isCompact.peek()) return;
          event.stopPropagation();
          focusList();
        }}
      />
      <div class="people-list">
        {!live.hasPeople.value ? (
          <Skeleton kind="row" rows={10} />
        ) : filter !== '' && rows.value.length === 0 ? (
          <Nobody />
        ) : (
          <VirtualList
            items={rows.value}
            getKey={(row) => row.id}
            estimate={() => 36}
            label={t('frame.right')}
            isFiltered={filter !== ''}
            render={drawPerson}
          />
        )}
      </div>
    </>
  );
}

const namesOfPiece = 1000;

/** Prepares names for the filter, a piece at a time: a click would wait for all of them. */
function usePreparedNames(live: Live): void {
  useEffect(() => {
    let cancel: () => void;
    const prepare = (from: number) => {
      const to = from + namesOfPiece;
      cancel = whenQuiet(() => {
        if (prepareNames(live, from, to)) prepare(to);
      });
    };
    prepare(0);
    return () => cancel();
  }, [live.hasPeople.value]);
}

/** Announces that the filter has no matches, since the focus stays in the field. */
function Nobody() {
  useEffect(() => announce(t('people.nobody')), []);
  return <p class="people-nobody">{t('people.nobody')}</p>;
}

const drawPerson = (row: PersonRow) => <Person row={row} />;

/** Values of `user_list_style`: the name alone, and with status and avatar; the value in between has only the status. */
const compact = 1;
const withPicture = 3;

function Person({ row }: { row: PersonRow }) {
  const { live } = useClient();
  const { id, name, presence, isSelf, isBot, isGuest, status } = row;
  const remark =
    status !== ''
      ? status
      : isBot
        ? t('people.bot')
        : isGuest
          ? t('people.guest')
          : isSelf
            ? t('people.you')
            : '';
  const userIds = isSelf ? [] : [id];
  const style = preference(live, 'user_list_style') ?? withPicture;
  const glyph = statusGlyph(live, id);
  const quiet = quietText(live, id);
  return (
    <a
      class={`people-row people-${presence}`}
      href={getHref({ screen: 'narrow', narrow: { kind: 'direct', userIds } })}
      // The person's own card sets the status.
      data-person-id={isSelf ? id : undefined}
    >
      <span class="people-picture" data-person-id={id}>
        {style === withPicture ? (
          <LateAvatar
            size={24}
            userId={id}
            name={name}
            url={live.get('users').get(id)?.avatar_url}
            presence={presence}
          />
        ) : (
          <span class={`people-dot people-dot-${presence}`} />
        )}
      </span>
      <span class="people-name one-line" dir="auto">
        {withEmoji(name)}
      </span>
      {glyph && <EmojiGlyph glyph={glyph} isAlone />}
      {quiet !== undefined && (
        <span class="people-quiet" role="img" aria-label={quiet} title={quiet}>
          <Icon of={Moon} />
        </span>
      )}
      <span class="visually-hidden">{t(`people.${presence}`)}</span>
      {style !== compact && (
        <span class="people-remark one-line" dir="auto">
          {withEmoji(remark)}
        </span>
      )}
    </a>
  );
}
