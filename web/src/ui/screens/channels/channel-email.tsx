import { useState } from 'preact/hooks';
import { fetchChannelEmail, replaceChannelEmail } from '../../../actions/channel-email.ts';
import { t } from '../../../view/text/text.ts';
import { Button } from '../../kit/button.tsx';
import { copyText } from '../../kit/toasts/clipboard.ts';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';

/** The email address of the channel; shown on request, since the request creates it. */
export function ChannelEmail({ channelId }: { channelId: number }) {
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
