import { useEffect, useState } from 'preact/hooks';
import { renderText } from '../../actions/compose.ts';
import { t } from '../../view/text.ts';
import { Skeleton } from '../base/skeleton.tsx';
import { RenderedContent } from '../messages/rendered-content.tsx';
import { useClient } from '../page/client.tsx';
import { failureText } from '../page/failure.ts';

/** The text as the others will see it. */
export function Preview({ text }: { text: string }) {
  const client = useClient();
  const [html, setHtml] = useState<string>();
  const [reason, setReason] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    void renderText(client, text).then(({ value, failure }) => {
      if (!isWanted) return;
      setHtml(value);
      setReason(failure && failureText(failure));
    });
    return () => {
      isWanted = false;
    };
  }, [text]);
  return (
    <div class="compose-preview" role="region" aria-label={t('compose.preview')} tabIndex={0}>
      {reason !== undefined && <p class="compose-excess">{reason}</p>}
      {html !== undefined && <RenderedContent html={html} />}
      {html === undefined && reason === undefined && <Skeleton rows={2} kind="row" />}
    </div>
  );
}
