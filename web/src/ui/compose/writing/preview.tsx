import { useEffect, useState } from 'preact/hooks';
import { renderText } from '../../../actions/messages/compose.ts';
import { t } from '../../../view/text/text.ts';
import { widgetWritten } from '../../../view/compose/written-widget.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { RenderedContent } from '../../parts/content/rendered-content.tsx';
import { PreviewedWidget } from '../../parts/widgets/widget.tsx';
import { useClient } from '../../page/client.tsx';
import { failureText } from '../../../view/text/failure.ts';

/**
 * The message as others will see it.
 * @param isNew a new message, which can also be a poll
 */
export function Preview({ text, isNew }: { text: string; isNew: boolean }) {
  const widget = isNew ? widgetWritten(text) : undefined;
  return (
    <div class="compose-preview" role="region" aria-label={t('compose.preview')} tabIndex={0}>
      {widget === undefined ? <PreviewedText text={text} /> : <PreviewedWidget widget={widget} />}
    </div>
  );
}

function PreviewedText({ text }: { text: string }) {
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
    <>
      {reason !== undefined && <p class="compose-excess">{reason}</p>}
      {html !== undefined && <RenderedContent html={html} />}
      {html === undefined && reason === undefined && <Skeleton rows={2} kind="row" />}
    </>
  );
}
