import { useState } from 'preact/hooks';
import { setStatus } from '../../../../actions/people.ts';
import { saveAccount } from '../../../../actions/settings.ts';
import { isAdministrator } from '../../../../view/channels/channel-rights.ts';
import { preference } from '../../../../view/preferences/preferences.ts';
import { readStatus } from '../../../../view/people/status.ts';
import { withMail } from '../../../../view/text/mail.ts';
import { t } from '../../../../view/text/text.ts';
import { Select, TextField } from '../../../kit/field.tsx';
import { useSavedText, useSaving } from '../../../kit/use-saving.ts';
import { useClient } from '../../../page/client.tsx';
import { StatusEmoji } from '../../../parts/people/status-emoji.tsx';
import { ProfileFields } from './profile-fields.tsx';
import { Group } from '../base/sections.tsx';
import { isGeneratedAvatar } from '../../../../../../wire/avatars.ts';
import { removeOwnPicture, setOwnPicture } from '../../../../actions/organization/pictures.ts';
import { Button } from '../../../kit/button.tsx';
import { FileButton } from '../../../kit/file-button.tsx';
import { PersonPicture } from '../../../parts/people/person-picture.tsx';
import { CropDialog } from '../base/crop-dialog.tsx';
import { ErrorLine } from '../base/error-line.tsx';
import './own-picture.css';

const longestName = 100;
const longestStatus = 60;

/** The person's profile. */
export function Profile() {
  const { live } = useClient();
  return (
    <>
      <Group>
        <OwnPicture />
        <Name />
        <Email />
        <Status />
        <TimeZone />
      </Group>
      <ProfileFields userId={live.get('own').user_id} />
    </>
  );
}

function Name() {
  const client = useClient();
  const { full_name } = client.live.get('users').get(client.live.get('own').user_id) ?? { full_name: '' };
  const field = useSavedText(full_name, (text) => saveAccount(client, { full_name: text }), {
    isRequired: true,
  });
  const isLocked =
    client.live.get('organization').realm_name_changes_disabled === true && !isAdministrator(client.live);
  return (
    <TextField
      label={t('settings.fullName')}
      maxLength={longestName}
      isDisabled={isLocked}
      hint={isLocked ? t('settings.nameLocked') : undefined}
      autoComplete="name"
      {...field}
    />
  );
}

function Email() {
  const client = useClient();
  const current = client.live.get('own').delivery_email;
  const [draft, setDraft] = useState<string>();
  const [asked, setAsked] = useState<string>();
  const [state, save] = useSaving();
  const isLocked =
    client.live.get('organization').realm_email_changes_disabled === true && !isAdministrator(client.live);
  const ask = async (email: string) => {
    const failure = await saveAccount(client, { email });
    setDraft(undefined);
    if (failure === undefined) setAsked(email);
    return failure;
  };
  const promise = asked === undefined ? t('settings.emailHint') : t('settings.emailSent', { email: asked });
  const hint = withMail(client.live, promise, t('settings.emailNoLink'));
  return (
    <TextField
      label={t('settings.email')}
      type="email"
      value={draft ?? current}
      isDisabled={isLocked}
      hint={isLocked ? t('settings.emailLocked') : hint}
      autoComplete="email"
      // The address changes only after confirmation: the hint says what to do.
      save={state === 'saved' ? 'idle' : state}
      onInput={setDraft}
      onCommit={(text) => {
        if (text.trim() !== '' && text.trim() !== current) save(ask(text.trim()));
        else setDraft(undefined);
      }}
    />
  );
}

function Status() {
  const client = useClient();
  const { text: current, emoji, until } = readStatus(client.live, client.live.get('own').user_id);
  const [draft, setDraft] = useState<string>();
  const [state, save] = useSaving();
  return (
    <>
      <TextField
        label={t('profile.status')}
        placeholder={t('profile.statusHint')}
        value={draft ?? current}
        maxLength={longestStatus}
        save={state}
        onInput={setDraft}
        onCommit={(text) => {
          setDraft(undefined);
          if (text.trim() !== current) save(setStatus(client, text.trim(), emoji, until));
        }}
      />
      <StatusEmoji emoji={emoji} onChange={(chosen) => save(setStatus(client, current, chosen, until))} />
    </>
  );
}

const zones = Intl.supportedValuesOf('timeZone');

function TimeZone() {
  const client = useClient();
  const [state, save] = useSaving();
  const current = preference(client.live, 'timezone') ?? '';
  const known = current === '' || zones.includes(current) ? zones : [current, ...zones];
  return (
    <Select
      label={t('settings.timezone')}
      value={current}
      options={[
        ...(current === '' ? [{ value: '', text: t('settings.timezoneNone') }] : []),
        ...known.map((zone) => ({ value: zone, text: zone.replaceAll('_', ' ') })),
      ]}
      save={state}
      onChange={(timezone) => save(saveAccount(client, { timezone }))}
    />
  );
}

/** The person's avatar: uploads a square of an image, or returns to the letter. */
function OwnPicture() {
  const client = useClient();
  const { live } = client;
  const [file, setFile] = useState<File>();
  const [state, save] = useSaving();
  const isLocked = live.get('organization').realm_avatar_changes_disabled === true && !isAdministrator(live);
  const url = live.get('own').avatar_url;
  return (
    <div class="own-picture">
      <PersonPicture userIds={[]} size={96} />
      <div class="own-picture-words">
        {isLocked ? (
          <p class="settings-hint">{t('picture.locked')}</p>
        ) : (
          <>
            <div class="settings-actions">
              <FileButton accept="image/*" onFile={setFile}>
                {t('picture.choose')}
              </FileButton>
              {url !== null && !isGeneratedAvatar(url) && (
                <Button kind="quiet" onClick={() => save(removeOwnPicture(client))}>
                  {t('picture.remove')}
                </Button>
              )}
            </div>
            <p class="settings-hint" role="status">
              {state === 'saving' && t('common.saving')}
              {state === 'saved' && <span class="field-saved">{t('common.saved')}</span>}
              {state === 'idle' && t('picture.hint')}
            </p>
            <ErrorLine reason={typeof state === 'object' ? state.error : undefined} />
          </>
        )}
      </div>
      {file && (
        <CropDialog
          file={file}
          onClose={() => setFile(undefined)}
          onDone={(square) => setOwnPicture(client, square)}
        />
      )}
    </div>
  );
}
