import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { AppWindow, Filter, Hash, History, MessagesSquare, Search } from 'lucide-preact';
import { channelColor } from '../../../view/narrow/names.ts';
import type { CommandItem } from '../../../view/search/commands.ts';
import { keyLabel } from '../../../view/text/keys.ts';
import { t, type TextKey } from '../../../view/text/text.ts';
import { Icon } from '../../kit/icon.tsx';
import type { SwitcherItem } from '../../../view/search/switcher.ts';
import { useClient } from '../../page/client.tsx';
import { withEmoji } from '../../kit/emoji-text.tsx';
import { isMac } from '../../page/keyboard.ts';
import { LateAvatar } from '../../parts/people/late-avatar.tsx';
import { getCommandIcon } from './commands.ts';
import type { SearchRow } from './rows.ts';

type Props = {
  id: string;
  row: SearchRow;
  /** Shown above the first row of its section. */
  heading: TextKey | undefined;
  isActive: boolean;
  onActive: () => void;
  onChoose: () => void;
};

export function SearchRowView({ id, row, heading, isActive, onActive, onChoose }: Props) {
  const ref = useRef<HTMLLIElement>(null);
  useLayoutEffect(() => {
    if (isActive) ref.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  return (
    <>
      {heading !== undefined && (
        <li class="search-row-heading" role="presentation">
          {t(heading)}
        </li>
      )}
      <li
        class="search-row"
        id={id}
        ref={ref}
        role="option"
        aria-selected={isActive}
        onPointerMove={() => !isActive && onActive()}
        // The picture of a person opens the card instead.
        onClick={(event) => !event.defaultPrevented && onChoose()}
      >
        <Content row={row} />
      </li>
    </>
  );
}

function Content({ row }: { row: SearchRow }) {
  switch (row.kind) {
    case 'run':
      return <Line icon={<Icon of={Search} />} name={t('search.run', { query: row.query })} />;
    case 'earlier':
      return <Line icon={<Icon of={History} />} name={row.query} />;
    case 'suggestion':
      return <Line icon={<Icon of={Filter} />} name={row.suggestion.written} about={row.suggestion.about} />;
    case 'command':
      return <CommandLine command={row.command} />;
    case 'item':
      return <Line icon={<SwitcherItemIcon item={row.item} />} name={row.item.name} about={row.item.about} />;
  }
}

function Line({ icon, name, about = '' }: { icon: ComponentChildren; name: string; about?: string }) {
  return (
    <>
      <span class="search-row-icon">{icon}</span>
      <span class="search-row-name one-line" dir="auto">
        {withEmoji(name)}
      </span>
      <span class="search-row-about one-line" dir="auto">
        {withEmoji(about)}
      </span>
    </>
  );
}

function CommandLine({ command: { name, text, key } }: { command: CommandItem }) {
  const label = key === undefined ? '' : keyLabel(key, isMac);
  return (
    <>
      <Line icon={<Icon of={getCommandIcon(name)} />} name={text} />
      {label !== '' && <kbd class="search-row-key">{label}</kbd>}
    </>
  );
}

function SwitcherItemIcon({ item: { kind, channelId, userIds = [] } }: { item: SwitcherItem }) {
  const { live } = useClient();
  const ownId = live.peek().own.user_id;
  const [userId = ownId] = userIds;
  if (kind === 'direct' && userIds.length < 2) {
    const user = live.get('users').get(userId);
    return (
      <span data-person-id={user && userId}>
        <LateAvatar size={20} userId={userId} name={user?.full_name ?? ''} url={user?.avatar_url} />
      </span>
    );
  }
  if (kind === 'direct') return <Icon of={MessagesSquare} />;
  if (kind === 'view') return <Icon of={AppWindow} />;
  const color = channelId === undefined ? undefined : channelColor(live, channelId);
  return (
    <span class="search-row-channel" style={{ color }}>
      {kind === 'channel' ? <Icon of={Hash} /> : <span class="search-row-dot" />}
    </span>
  );
}
