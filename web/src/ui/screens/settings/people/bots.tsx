import { useState } from 'preact/hooks';
import type { User } from '../../../../../../wire/users.ts';
import { personName } from '../../../../view/narrow/names.ts';
import {
  botList,
  botTypesToMake,
  botTypeText,
  mayAdministerBot,
} from '../../../../view/settings/bot-list.ts';
import { joinFacts } from '../../../../view/text/list.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Checkbox, TextField } from '../../../kit/field.tsx';
import { Skeleton } from '../../../kit/skeleton.tsx';
import { useClient } from '../../../page/client.tsx';
import { PersonButton } from '../../../parts/people/person-button.tsx';
import { PersonPicture } from '../../../parts/people/person-picture.tsx';
import { BotDialog } from './bot-dialog.tsx';
import { BotForm } from './bot-form.tsx';
import { Group } from '../base/sections.tsx';

export const OwnBots = () => <Bots isOwn />;
export const AllBots = () => <Bots isOwn={false} />;

const few = 12;

function Bots({ isOwn }: { isOwn: boolean }) {
  const { live } = useClient();
  const [filter, setFilter] = useState('');
  const [isActive, setActive] = useState(true);
  const [open, setOpen] = useState<number | 'new'>();
  const owner = isOwn ? live.get('own').user_id : undefined;
  const found = botList(live, { ownerId: owner, filter, isActive });
  const mayMake = botTypesToMake(live).length > 0;
  return (
    <Group hint={isOwn ? 'bots.ownHint' : 'bots.hint'}>
      {mayMake ? (
        <div class="settings-actions">
          <Button kind="primary" onClick={() => setOpen('new')}>
            {t('bots.add')}
          </Button>
        </div>
      ) : (
        <p class="settings-notice">{t('bots.mayNot')}</p>
      )}
      {botList(live, { ownerId: owner, isActive }).length > few && (
        <TextField label={t('bots.filter')} type="search" value={filter} onInput={setFilter} />
      )}
      <Checkbox label={t('bots.deactivated')} isOn={!isActive} onChange={(isOn) => setActive(!isOn)} />
      {live.hasPeople.value ? (
        <Found bots={found} isFiltered={filter !== ''} onOpen={setOpen} />
      ) : (
        <Skeleton kind="row" rows={4} />
      )}
      {open === 'new' && <BotForm onClose={() => setOpen(undefined)} />}
      {typeof open === 'number' && <BotDialog botId={open} onClose={() => setOpen(undefined)} />}
    </Group>
  );
}

type FoundProps = { bots: readonly User[]; isFiltered: boolean; onOpen: (id: number) => void };

const Found = ({ bots, isFiltered, onOpen }: FoundProps) => (
  <>
    {bots.length === 0 && <p class="settings-hint">{t(isFiltered ? 'common.nothingFound' : 'bots.none')}</p>}
    <ul role="list" class="settings-rows">
      {bots.map((bot) => (
        <Row key={bot.user_id} bot={bot} onOpen={() => onOpen(bot.user_id)} />
      ))}
    </ul>
  </>
);

function Row({ bot, onOpen }: { bot: User; onOpen: () => void }) {
  const { live } = useClient();
  const about = [
    t(botTypeText[bot.bot_type ?? 1]),
    bot.bot_owner_id !== null && t('bots.of', { name: personName(live, bot.bot_owner_id) }),
  ];
  return (
    <li class="settings-row">
      <PersonButton userId={bot.user_id} class="settings-row-person">
        <PersonPicture userIds={[bot.user_id]} size={32} />
        <span class="settings-row-words">
          <span class="settings-row-name one-line">{bot.full_name}</span>
          <span class="settings-row-about">{joinFacts(about)}</span>
        </span>
      </PersonButton>
      {mayAdministerBot(live, bot) && (
        <Button aria-label={t('bots.manageName', { name: bot.full_name })} onClick={onOpen}>
          {t('bots.manage')}
        </Button>
      )}
    </li>
  );
}
