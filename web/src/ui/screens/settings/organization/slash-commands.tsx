import { useState } from 'preact/hooks';
import type { SlashCommand } from '../../../../../../wire/slash-commands.ts';
import {
  createSlashCommand,
  deleteSlashCommand,
  fetchSlashCommands,
  updateSlashCommand,
} from '../../../../actions/organization/slash-commands.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { personName } from '../../../../view/narrow/names.ts';
import { commandBots, commandGroups } from '../../../../view/settings/slash-commands.ts';
import { joinFacts } from '../../../../view/text/list.ts';
import { t } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Select, TextField } from '../../../kit/field.tsx';
import { FormDialog } from '../../../kit/overlays/form-dialog.tsx';
import { useClient } from '../../../page/client.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import { AdministratorsOnly } from '../base/notice.tsx';
import { Group } from '../base/sections.tsx';
import { useFetched } from '../base/use-fetched.ts';

/** Slash commands that call an outgoing webhook. */
export function SlashCommands() {
  const client = useClient();
  const { live } = client;
  const { value: commands, reason, load } = useFetched(() => fetchSlashCommands(client));
  const [open, setOpen] = useState<SlashCommand | 'new'>();
  const mayChange = isAdministrator(live);
  const hasBots = commandBots(live).length > 0;
  return (
    <Group hint="commands.hint">
      <AdministratorsOnly />
      {mayChange && hasBots && (
        <div class="settings-actions">
          <Button kind="primary" onClick={() => setOpen('new')}>
            {t('commands.add')}
          </Button>
        </div>
      )}
      {mayChange && !hasBots && <p class="settings-notice">{t('commands.noBots')}</p>}
      <ErrorLine reason={reason} />
      {commands?.length === 0 && <p class="settings-hint">{t('commands.none')}</p>}
      <ul role="list" class="settings-rows">
        {commands?.map((command) => (
          <li key={command.id} class="settings-row">
            <div class="settings-row-words">
              <p class="settings-row-name">/{command.name}</p>
              <p class="settings-row-about">
                {joinFacts([command.description, personName(live, command.bot_id)])}
              </p>
            </div>
            {mayChange && (
              <>
                <Button onClick={() => setOpen(command)}>{t('commands.edit')}</Button>
                <AskFirst
                  action={t('commands.removeName', { name: command.name })}
                  button={t('lists.remove')}
                  hint={t('commands.removeHint')}
                  run={async () => {
                    const refused = await deleteSlashCommand(client, command.id);
                    if (refused === undefined) await load();
                    return refused;
                  }}
                />
              </>
            )}
          </li>
        ))}
      </ul>
      {open !== undefined && (
        <Form
          command={open === 'new' ? undefined : open}
          onClose={() => {
            setOpen(undefined);
            void load();
          }}
        />
      )}
    </Group>
  );
}

/** With the slash. */
const longestName = 33;
const longestDescription = 200;

function Form({ command, onClose }: { command: SlashCommand | undefined; onClose: () => void }) {
  const client = useClient();
  const { live } = client;
  const bots = commandBots(live);
  const groups = commandGroups(live);
  const [name, setName] = useState(command?.name ?? '');
  const [description, setDescription] = useState(command?.description ?? '');
  const [botId, setBotId] = useState(command?.bot_id ?? bots[0]?.value ?? 0);
  const [groupId, setGroupId] = useState(command?.group_id ?? groups[0]?.value ?? 0);
  const params = { name: name.trim(), description: description.trim(), bot_id: botId, group_id: groupId };
  const action = t(command ? 'commands.save' : 'commands.add');
  return (
    <FormDialog
      title={command ? `/${command.name}` : t('commands.add')}
      action={action}
      isComplete={params.name !== ''}
      save={() =>
        command ? updateSlashCommand(client, command.id, params) : createSlashCommand(client, params)
      }
      onClose={onClose}
    >
      <TextField
        label={t('lists.name')}
        hint={t('commands.nameHint')}
        value={name}
        maxLength={longestName}
        onInput={setName}
      />
      <TextField
        label={t('commands.description')}
        value={description}
        maxLength={longestDescription}
        onInput={setDescription}
      />
      <Select label={t('commands.bot')} value={botId} options={bots} onChange={setBotId} />
      <Select label={t('commands.group')} value={groupId} options={groups} onChange={setGroupId} />
    </FormDialog>
  );
}
