import { useState } from 'preact/hooks';
import type { Channel } from '../../../../../wire/channels.ts';
import { archiveChannel, setPrivacy, updateChannel, type Privacy } from '../../../actions/channels.ts';
import { mayAdminister } from '../../../view/channels/channel-rights.ts';
import { personName } from '../../../view/narrow/names.ts';
import { getClock } from '../../../view/preferences/preferences.ts';
import { t } from '../../../view/text/text.ts';
import { toDay } from '../../../view/text/times.ts';
import { Button } from '../../kit/button.tsx';
import { ConfirmDialog } from '../../kit/overlays/confirm-dialog.tsx';
import { Select, TextField } from '../../kit/field.tsx';
import { RenderedContent } from '../../parts/content/rendered-content.tsx';
import { useClient } from '../../page/client.tsx';
import { report } from '../../kit/toasts/report.ts';
import { ChannelRules } from './channel-rules.tsx';
import { folderOptions, noFolder } from './folder-options.ts';
import { PrivacyChoice } from './privacy-choice.tsx';
import { useSavedText, useSaving } from '../../kit/use-saving.ts';
import { fetchChannelEmail, replaceChannelEmail } from '../../../actions/channel-email.ts';
import { copyText } from '../../kit/toasts/clipboard.ts';
import { failureText } from '../../../view/text/failure.ts';

type Props = { channelId: number; channel: Channel };

function getPrivacy({ is_web_public, invite_only, history_public_to_subscribers }: Channel): Privacy {
  if (is_web_public) return 'web';
  if (!invite_only) return 'public';
  return history_public_to_subscribers ? 'private' : 'closed';
}

/** Name, description, folder and privacy; read-only without permission. */
export function ChannelGeneral({ channelId, channel }: Props) {
  const { live } = useClient();
  const may = mayAdminister(live, channel);
  return (
    <>
      {may ? (
        <Editable key={channelId} channelId={channelId} channel={channel} />
      ) : (
        <ReadOnly channel={channel} />
      )}
      <Facts channel={channel} />
      {!channel.is_archived && <ChannelEmail key={channelId} channelId={channelId} />}
      {may && <Archive channelId={channelId} channel={channel} />}
    </>
  );
}

function Editable({ channelId, channel }: Props) {
  const client = useClient();
  const [folderState, saveFolder] = useSaving();
  const folders = folderOptions(client.live);
  const name = useSavedText(channel.name, (text) => updateChannel(client, channelId, { new_name: text }), {
    isRequired: true,
  });
  const description = useSavedText(channel.description, (text) =>
    updateChannel(client, channelId, { description: text }),
  );
  return (
    <>
      <TextField label={t('channels.name')} {...name} />
      <TextField label={t('channels.description')} rows={3} {...description} />
      {folders.length > 1 && (
        <Select
          label={t('channels.folder')}
          value={channel.folder_id ?? noFolder}
          options={folders}
          save={folderState}
          onChange={(id) =>
            saveFolder(updateChannel(client, channelId, { folder_id: id === noFolder ? null : id }))
          }
        />
      )}
      <PrivacyChoice
        value={getPrivacy(channel)}
        onChange={(to) => void report(setPrivacy(client, channelId, to))}
      />
      <ChannelRules channelId={channelId} channel={channel} />
    </>
  );
}

const ReadOnly = ({ channel }: { channel: Channel }) => (
  <>
    {channel.rendered_description === '' ? (
      <p>{t('channels.noDescription')}</p>
    ) : (
      <RenderedContent html={channel.rendered_description} />
    )}
    <p class="channel-detail-facts">{t(`channels.${getPrivacy(channel)}Hint`)}</p>
  </>
);

function Facts({ channel }: { channel: Channel }) {
  const { live } = useClient();
  const date = toDay(channel.date_created, Date.now() / 1000, getClock(live));
  const name = channel.creator_id === null ? undefined : personName(live, channel.creator_id);
  return (
    <p class="channel-detail-facts">
      {name === undefined ? t('channels.createdOn', { date }) : t('channels.createdBy', { name, date })}
    </p>
  );
}

function Archive({ channelId, channel }: Props) {
  const client = useClient();
  const [isAsking, setAsking] = useState(false);
  if (channel.is_archived) {
    return (
      <div class="channel-detail-end">
        <Button onClick={() => void report(updateChannel(client, channelId, { is_archived: false }))}>
          {t('channels.unarchive')}
        </Button>
      </div>
    );
  }
  return (
    <div class="channel-detail-end">
      <Button kind="danger" onClick={() => setAsking(true)}>
        {t('channels.archive')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('channels.archiveTitle', { channel: channel.name })}
          action={t('channels.archive')}
          onConfirm={() => {
            setAsking(false);
            void report(archiveChannel(client, channelId));
          }}
          onClose={() => setAsking(false)}
        >
          <p>{t('channels.archiveHint')}</p>
        </ConfirmDialog>
      )}
    </div>
  );
}

/** The email address of the channel; shown on request, since the request creates it. */
function ChannelEmail({ channelId }: { channelId: number }) {
  const client = useClient();
  const [email, setEmail] = useState<string>();
  const [reason, setReason] = useState<string>();
  const load = async () => {
    const { value, failure } = await fetchChannelEmail(client, channelId);
    setEmail(value);
    setReason(failure && failureText(failure));
  };
  const replace = async () => {
    const failure = await replaceChannelEmail(client, channelId);
    if (failure) setReason(failureText(failure));
    else await load();
  };
  return (
    <section aria-label={t('channels.email')}>
      {email === undefined && <Button onClick={() => void load()}>{t('channels.emailShow')}</Button>}
      {email === '' && <p>{t('channels.emailNone')}</p>}
      {email !== undefined && email !== '' && (
        <>
          <p>{t('channels.emailHint')}</p>
          <p>
            <code class="settings-code">{email}</code>
          </p>
          <div class="settings-actions">
            <Button onClick={() => void copyText(email, t('channels.emailCopied'))}>
              {t('channels.emailCopy')}
            </Button>
            <Button onClick={() => void replace()}>{t('channels.emailReplace')}</Button>
          </div>
        </>
      )}
      {reason !== undefined && <p role="alert">{reason}</p>}
    </section>
  );
}
