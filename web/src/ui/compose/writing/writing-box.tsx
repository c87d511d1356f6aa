import type { ComponentChildren, RefObject } from 'preact';
import { useRef, useEffect, useState } from 'preact/hooks';
import { splitFiles } from '../../../store/writing/attached.ts';
import type { Upload } from '../../../store/writing/uploads.ts';
import { formatted, inserted, type Format, type TextSelection } from '../../../view/text/format.ts';
import { useClient } from '../../page/client.tsx';
import { useCommands } from '../../page/keyboard.ts';
import { isPhone } from '../../page/layout.ts';
import { afterFrame } from '../../page/quiet.ts';
import { ComposeTools } from './compose-tools.tsx';
import { getBody } from '../state/edited-text.ts';
import { attach } from '../state/uploads.ts';
import { FileList } from './file-list.tsx';
import { applyPassage, getPassage, WritingArea, type WritingAreaProps } from './writing-area.tsx';
import { renderText } from '../../../actions/messages/compose.ts';
import { t } from '../../../view/text/text.ts';
import { widgetWritten } from '../../../view/compose/written-widget.ts';
import { Skeleton } from '../../kit/skeleton.tsx';
import { RenderedContent } from '../../parts/content/rendered-content.tsx';
import { PreviewedWidget } from '../../parts/widgets/widget.tsx';
import { failureText } from '../../../view/text/failure.ts';

type Props = Pick<WritingAreaProps, 'written' | 'label' | 'onSend'> & {
  area: RefObject<HTMLTextAreaElement>;
  /** A change of it makes a new field. */
  fieldKey?: string;
  files: readonly Upload[];
  isPreview: boolean;
  onPreview: (isPreview: boolean) => void;
  isCollapsed?: boolean;
  /** Beside the one that attaches files. */
  tool?: ComponentChildren;
  /** At the end of the row of tools. */
  children: ComponentChildren;
};

/** The text field or its preview, the list of uploads, and the row of tools. */
export function WritingBox(props: Props) {
  const { written: whole, label, area, fieldKey, files, isPreview, onPreview, isCollapsed = false } = props;
  const written = getBody(whole);
  const { live } = useClient();
  const tools = usePreviewCommand(props);
  const text = whole.read();
  const attached = splitFiles(text).files;
  const onFiles = (chosen: readonly File[]) => {
    attach(live, written.place, chosen);
    area.current?.focus();
  };
  const change = (by: (passage: TextSelection) => TextSelection) => {
    if (area.current) applyPassage(area.current, written, by(getPassage(area.current)));
  };
  const format = (as: Format) => {
    change((passage) => formatted(as, passage));
    // Typing would show the suggestions.
    if (as === 'time') area.current?.dispatchEvent(new InputEvent('input', { bubbles: true }));
  };
  const insert = (by: string) => {
    // A text that was ready late belongs to this draft, even if the field shows another one by now.
    if (area.current?.value === written.read()) change((passage) => inserted(passage, by));
    else written.write(written.read() + by);
  };
  return (
    <>
      {isPreview ? (
        <Preview text={text} isNew={written.isNew} />
      ) : (
        <WritingArea
          key={fieldKey}
          area={area}
          written={written}
          label={label}
          onSend={props.onSend}
          onFiles={onFiles}
          onInsert={insert}
          onCopy={(event) => copyWhole(event, text)}
        />
      )}
      {(files.length > 0 || attached.length > 0) && (
        <FileList written={whole} area={area} attached={isPreview ? [] : attached} uploading={files} />
      )}
      <div class="compose-row" ref={tools} onMouseDown={holdFocus}>
        <ComposeTools
          text={text}
          isNew={written.isNew}
          isPreview={isPreview}
          isCollapsed={isCollapsed}
          area={area}
          onPreview={onPreview}
          onFiles={onFiles}
          onFormat={format}
          onInsert={insert}
          to={written.to}
          tool={props.tool}
        />
        {props.children}
      </div>
    </>
  );
}

/** On a phone, the keyboard of the screen stays, and with it the button under the finger. */
function holdFocus(event: MouseEvent): void {
  if (isPhone.peek()) event.preventDefault();
}

/**
 * The key that shows and hides the preview, while the focus is in the box, and moves the focus to what it shows.
 * @returns a ref for the row of tools, by which the box is found
 */
function usePreviewCommand({ written, area, isPreview, onPreview }: Props): RefObject<HTMLDivElement> {
  const tools = useRef<HTMLDivElement>(null);
  useCommands({
    preview: () => {
      const box = tools.current?.parentElement;
      const isEmpty = written.read().trim() === '';
      if (box?.contains(document.activeElement) !== true || (isEmpty && !isPreview)) return false;
      onPreview(!isPreview);
      if (isPreview) void afterFrame().then(() => area.current?.focus());
      else void afterFrame().then(() => box.querySelector<HTMLElement>('.compose-preview')?.focus());
      return true;
    },
  });
  return tools;
}

/**
 * The message as others will see it.
 * @param isNew a new message, which can also be a poll
 */
function Preview({ text, isNew }: { text: string; isNew: boolean }) {
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

/** Who copies all that is written gets the files too. */
function copyWhole(event: ClipboardEvent & { currentTarget: HTMLTextAreaElement }, text: string): void {
  const { value, selectionStart, selectionEnd } = event.currentTarget;
  if (value === '' || selectionStart > 0 || selectionEnd < value.length || value === text) return;
  event.preventDefault();
  event.clipboardData?.setData('text/plain', text);
}
