import { useState } from 'preact/hooks';
import { deactivateBot, updateBot, fetchBotKey, renewBotKey } from '../../../../actions/organization/bots.ts';
import { reactivatePerson } from '../../../../actions/organization/members.ts';
import { setBotPicture } from '../../../../actions/organization/pictures.ts';
import type { Role } from '../../../../../../wire/core.ts';
import type { User } from '../../../../../../wire/users.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { roleText } from '../../../../view/people/profile.ts';
import {
  getEmbedded,
  getService,
  type OutgoingService,
  configFile,
} from '../../../../view/settings/bot-list.ts';
import { roleChoices } from '../../../../view/settings/people-list.ts';
import { t, type TextKey } from '../../../../view/text/text.ts';
import { Button } from '../../../kit/button.tsx';
import { Dialog } from '../../../kit/overlays/dialog.tsx';
import { Select, TextField, Switch } from '../../../kit/field.tsx';
import { FileButton } from '../../../kit/file-button.tsx';
import { PeoplePicker } from '../../../parts/people/people-picker.tsx';
import { useSavedText, useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { PersonPicture } from '../../../parts/people/person-picture.tsx';
import { AskFirst } from '../base/ask-first.tsx';
import { formats } from './bot-form.tsx';
import { BotProgram } from './bot-config.tsx';
import { BotDeliveries } from './bot-deliveries.tsx';
import { BotTemplate } from './bot-template.tsx';
import { BotWebhook } from './bot-webhook.tsx';
import { CropDialog } from '../base/crop-dialog.tsx';
import { NamedKeys } from '../base/named-keys.tsx';
import { NameField } from '../base/name-field.tsx';
import { SavedLine } from '../base/saved-line.tsx';
import { Group } from '../base/sections.tsx';
import { channelChoice } from '../../../../view/settings/bot-channels.ts';
import type { Outcome } from '../../../../actions/request/outcome.ts';
import type { ApiFailure } from '../../../../connection/api.ts';
import { failureText } from '../../../../view/text/failure.ts';
import { ErrorLine } from '../base/error-line.tsx';
import { KeyTools } from '../base/key-tools.tsx';
import '../account/own-picture.css';

/** All settings of a bot; each control saves at once. */
export function BotDialog({ botId, onClose }: { botId: number; onClose: () => void }) {
  const client = useClient();
  const { live } = client;
  const bot = live.get('users').get(botId);
  const service = getService(live, botId);
  const embedded = getEmbedded(live, botId);
  if (bot === undefined) return null;
  return (
    <Dialog title={bot.full_name} onClose={onClose}>
      {bot.is_active ? (
        <div class="settings-column">
          <Group>
            <Picture bot={bot} />
            <NameField
              name={bot.full_name}
              rename={(name) => updateBot(client, botId, { full_name: name })}
            />
            {service && <Service bot={bot} service={service} />}
            {embedded && <BotProgram bot={bot} service={embedded} />}
            {isAdministrator(live) && <Rights bot={bot} />}
          </Group>
          <BotDefaultsForm botId={botId} />
          <BotKey bot={bot} />
          <NamedKeys email={bot.delivery_email ?? bot.email} botId={botId} />
          {service === undefined && embedded === undefined && <BotWebhook bot={bot} />}
          {service === undefined && embedded === undefined && <BotTemplate bot={bot} />}
          {(service ?? embedded) && <BotDeliveries bot={bot} />}
          <Deactivate bot={bot} onDone={onClose} />
        </div>
      ) : (
        <Reactivate bot={bot} />
      )}
    </Dialog>
  );
}

function Picture({ bot }: { bot: User }) {
  const client = useClient();
  const [file, setFile] = useState<File>();
  return (
    <div class="own-picture">
      <PersonPicture userIds={[bot.user_id]} size={48} />
      <FileButton accept="image/*" onFile={setFile}>
        {t('picture.choose')}
      </FileButton>
      {file && (
        <CropDialog
          file={file}
          onClose={() => setFile(undefined)}
          onDone={(square) => setBotPicture(client, bot.user_id, square)}
        />
      )}
    </div>
  );
}

function Service({ bot, service }: { bot: User; service: OutgoingService }) {
  const client = useClient();
  const change = (text: string) => updateBot(client, bot.user_id, { service_payload_url: text });
  const url = useSavedText(service.url, change, { isRequired: true });
  const [formatState, saveFormat] = useSaving();
  return (
    <>
      <TextField label={t('bots.url')} hint={t('bots.urlHint')} type="url" {...url} />
      <Select
        label={t('bots.format')}
        value={service.format}
        options={formats}
        save={formatState}
        onChange={(format) => saveFormat(updateBot(client, bot.user_id, { service_interface: format }))}
      />
    </>
  );
}

/** Settings for administrators: role and owner. */
function Rights({ bot }: { bot: User }) {
  const client = useClient();
  const [roleState, saveRole] = useSaving();
  const [ownerState, saveOwner] = useSaving();
  const owner = bot.bot_owner_id;
  return (
    <>
      <Select<Role>
        label={t('organization.users.role')}
        value={bot.role}
        options={roleChoices(client.live).map((role) => ({ value: role, text: t(roleText[role]) }))}
        save={roleState}
        onChange={(role) => saveRole(updateBot(client, bot.user_id, { role }))}
      />
      <PeoplePicker
        label={t('bots.owner')}
        isNeeded
        chosen={owner === null ? [] : [owner]}
        without={new Set()}
        onChange={(ids) => {
          const next = ids.at(-1);
          if (next !== undefined && next !== owner)
            saveOwner(updateBot(client, bot.user_id, { bot_owner_id: next }));
        }}
      />
      <SavedLine state={ownerState} />
    </>
  );
}

function Deactivate({ bot, onDone }: { bot: User; onDone: () => void }) {
  const client = useClient();
  return (
    <Group title="bots.end" hint="bots.endHint">
      <AskFirst
        action={t('organization.users.deactivateName', { name: bot.full_name })}
        hint={t('bots.endHint')}
        run={() => deactivateBot(client, bot.user_id)}
        onDone={onDone}
      />
    </Group>
  );
}

function Reactivate({ bot }: { bot: User }) {
  const client = useClient();
  const [state, save] = useSaving();
  if (!isAdministrator(client.live)) return <p class="settings-notice">{t('bots.reactivateWho')}</p>;
  return (
    <Group hint="bots.reactivateHint">
      <div class="settings-actions">
        <Button kind="primary" onClick={() => save(reactivatePerson(client, bot.user_id))}>
          {t('organization.users.reactivate')}
        </Button>
      </div>
      <SavedLine state={state} />
    </Group>
  );
}

/** Defaults for the API client of the bot; visible only to users who may administer it. */
function BotDefaultsForm({ botId }: { botId: number }) {
  const client = useClient();
  const [state, save] = useSaving();
  const bot = client.live.get('bots').get(botId);
  if (bot === undefined) return null;
  return (
    <Group title="bots.defaultChannels" hint="bots.defaultChannelsHint">
      <Channel botId={botId} name="default_sending_stream" label="bots.sending" />
      <Channel botId={botId} name="default_events_register_stream" label="bots.events" />
      <Switch
        label={t('bots.eventsAll')}
        isOn={bot.default_all_public_streams}
        save={state}
        onChange={(isOn) => save(updateBot(client, botId, { default_all_public_streams: isOn }))}
      />
    </Group>
  );
}

type BotDefaultName = 'default_sending_stream' | 'default_events_register_stream';

function Channel({ botId, name, label }: { botId: number; name: BotDefaultName; label: TextKey }) {
  const client = useClient();
  const { live } = client;
  const [state, save] = useSaving();
  return (
    <Select
      label={t(label)}
      {...channelChoice(live, live.get('bots').get(botId)?.[name] ?? '', botId)}
      save={state}
      onChange={(channel) => save(updateBot(client, botId, { [name]: channel }))}
    />
  );
}

/** The bot's API key, shown on request. */
function BotKey({ bot }: { bot: User }) {
  const client = useClient();
  const [key, setKey] = useState<string>();
  const [reason, setReason] = useState<string>();
  const take = ({ value, failure }: Outcome<string>): ApiFailure | undefined => {
    if (failure === undefined) setKey(value);
    return failure;
  };
  const show = async () => {
    const failure = take(await fetchBotKey(client, bot.user_id));
    setReason(failure && failureText(failure));
  };
  const email = bot.delivery_email ?? bot.email;
  return (
    <Group title="settings.apiKey" hint="bots.keyHint">
      <p class="settings-row-about">{email}</p>
      {key === undefined ? (
        <div class="settings-actions">
          <Button onClick={() => void show()}>{t('settings.apiKeyShow')}</Button>
        </div>
      ) : (
        <>
          <KeyTools apiKey={key} file={configFile(email, { api_key: key }, window.location.origin)} />
          <AskFirst
            action={t('settings.apiKeyNew')}
            hint={t('settings.apiKeyNewHint')}
            run={async () => take(await renewBotKey(client, bot.user_id))}
          />
        </>
      )}
      <ErrorLine reason={reason} />
    </Group>
  );
}
