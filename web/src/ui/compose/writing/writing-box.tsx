import type { ComponentChildren, RefObject } from 'preact';
import { useRef } from 'preact/hooks';
import type { Upload } from '../../../store/writing/uploads.ts';
import { formatted, inserted, type TextSelection } from '../../../view/text/format.ts';
import { useClient } from '../../page/client.tsx';
import { useCommands } from '../../page/keyboard.ts';
import { afterFrame } from '../../page/quiet.ts';
import { ComposeTools } from './compose-tools.tsx';
import { Preview } from './preview.tsx';
import { UploadList } from './upload-list.tsx';
import { attach } from '../state/uploads.ts';
import { applyPassage, getPassage, WritingArea, type WritingAreaProps } from './writing-area.tsx';

type Props = Pick<WritingAreaProps, 'written' | 'label' | 'onSend'> & {
  area: RefObject<HTMLTextAreaElement>;
  /** The field starts over with another. */
  fieldKey?: string;
  files: readonly Upload[];
  isPreview: boolean;
  onPreview: (isPreview: boolean) => void;
  isCollapsed?: boolean;
  /** At the end of the row of tools. */
  children: ComponentChildren;
};

/** What one writes in, or a look at it; the files on their way; and all that can be put into it. */
export function WritingBox(props: Props) {
  const {
    written,
    label,
    area,
    fieldKey,
    files,
    isPreview,
    onPreview,
    isCollapsed = false,
    children,
  } = props;
  const { live } = useClient();
  const tools = useRef<HTMLDivElement>(null);
  const text = written.read();
  const onFiles = (chosen: readonly File[]) => {
    attach(live, written.place, chosen);
    area.current?.focus();
  };
  useCommands({
    preview: () => {
      const box = tools.current?.parentElement;
      if (box?.contains(document.activeElement) !== true || (text.trim() === '' && !isPreview)) return false;
      onPreview(!isPreview);
      if (isPreview) void afterFrame().then(() => area.current?.focus());
      else void afterFrame().then(() => box.querySelector<HTMLElement>('.compose-preview')?.focus());
      return true;
    },
  });
  const change = (by: (passage: TextSelection) => TextSelection) => {
    if (area.current) applyPassage(area.current, written, by(getPassage(area.current)));
  };
  const insert = (by: string) => {
    // What is ready later goes into the text that it was asked for, which may not be in the field any more.
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
        />
      )}
      {files.length > 0 && <UploadList items={files} />}
      <div class="compose-row" ref={tools}>
        <ComposeTools
          text={text}
          isNew={written.isNew}
          isPreview={isPreview}
          isCollapsed={isCollapsed}
          area={area}
          onPreview={onPreview}
          onFiles={onFiles}
          onFormat={(format) => change((passage) => formatted(format, passage))}
          onInsert={insert}
          to={written.to}
        />
        {children}
      </div>
    </>
  );
}
