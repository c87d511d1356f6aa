import type { ComponentChildren, RefObject } from 'preact';
import { useRef, useState } from 'preact/hooks';
import {
  Eye,
  NotebookText,
  Paperclip,
  PenLine,
  Smile,
  ImagePlay,
  Bold,
  Clock,
  Code,
  EyeOff,
  Italic,
  Link,
  List,
  ListOrdered,
  Quote,
  Radical,
  Strikethrough,
  type LucideIcon,
} from 'lucide-preact';
import type { Target } from '../../../store/writing/drafts.ts';
import { type Format, formatKey, formats } from '../../../view/text/format.ts';
import { t } from '../../../view/text/text.ts';
import { IconButton } from '../../kit/button.tsx';
import { Icon } from '../../kit/icon.tsx';
import { EmojiPicker } from '../../parts/emoji/emoji-picker.tsx';
import { CallTool } from './call-tool.tsx';
import { WidgetTool } from './widget-dialogs.tsx';
import { SaveSnippet, SnippetMenu } from './snippets.tsx';
import { getGifService, gifLink } from '../../../view/compose/gifs.ts';
import { GifPicker } from '../../parts/gifs/gif-picker.tsx';
import { useClient } from '../../page/client.tsx';
import { isMac } from '../../page/keyboard.ts';

type Props = {
  text: string;
  isPreview: boolean;
  /** Whether it is a new message, which can also be a poll. */
  isNew: boolean;
  /** Shows only the essential tools. */
  isCollapsed: boolean;
  area: RefObject<HTMLTextAreaElement>;
  onPreview: (isPreview: boolean) => void;
  onFiles: (files: readonly File[]) => void;
  onFormat: (format: Format) => void;
  onInsert: (text: string) => void;
  /** The conversation of the message. */
  to: Target;
  /** Beside the one that attaches files. */
  tool: ComponentChildren;
};

/** The row below the text: what can be inserted, and formatting while writing. */
export function ComposeTools(props: Props) {
  const { text, isPreview, isCollapsed, onPreview, onFormat } = props;
  if (isCollapsed) {
    return (
      <div class="compose-tools">
        <AttachTool onFiles={props.onFiles} />
        {props.tool}
      </div>
    );
  }
  return (
    <div class="compose-tools">
      {!isPreview && <InsertTools {...props} />}
      <IconButton
        label={t(isPreview ? 'compose.previewOff' : 'compose.preview')}
        isPressed={isPreview}
        disabled={!isPreview && text.trim() === ''}
        onClick={() => onPreview(!isPreview)}
      >
        <Icon of={isPreview ? PenLine : Eye} />
      </IconButton>
      {!isPreview && <FormatBar onFormat={onFormat} />}
    </div>
  );
}

function AttachTool({ onFiles }: Pick<Props, 'onFiles'>) {
  const input = useRef<HTMLInputElement>(null);
  return (
    <>
      <input
        ref={input}
        type="file"
        multiple
        hidden
        onChange={(event) => {
          onFiles([...(event.currentTarget.files ?? [])]);
          event.currentTarget.value = '';
        }}
      />
      <IconButton label={t('uploads.attach')} onClick={() => input.current?.click()}>
        <Icon of={Paperclip} />
      </IconButton>
    </>
  );
}

function InsertTools({ text, isNew, area, to, tool, onFiles, onInsert }: Props) {
  const [emoji, setEmoji] = useState<Element | null>(null);
  const [snippets, setSnippets] = useState<Element | null>(null);
  const [kept, setKept] = useState<string>();
  const selected = area.current
    ? area.current.value.slice(area.current.selectionStart, area.current.selectionEnd)
    : '';
  const keepable = selected === '' ? text : selected;
  return (
    <>
      <AttachTool onFiles={onFiles} />
      {tool}
      <IconButton
        label={t('emoji.picker')}
        aria-expanded={emoji !== null}
        onClick={(event) => setEmoji(event.currentTarget)}
      >
        <Icon of={Smile} />
      </IconButton>
      <IconButton
        label={t('compose.snippets')}
        aria-expanded={snippets !== null}
        onClick={(event) => setSnippets(event.currentTarget)}
      >
        <Icon of={NotebookText} />
      </IconButton>
      <GifTool onInsert={onInsert} />
      <CallTool to={to} onInsert={onInsert} />
      {isNew && <WidgetTool isEmpty={text.trim() === ''} onInsert={onInsert} />}
      {emoji && (
        <EmojiPicker
          anchor={emoji}
          align="start"
          hasTones
          onChoose={(choice) => onInsert(`${choice.text} `)}
          onClose={() => setEmoji(null)}
        />
      )}
      {snippets && (
        <SnippetMenu
          anchor={snippets}
          text={keepable}
          isSelection={selected !== ''}
          onInsert={onInsert}
          onSave={() => setKept(keepable)}
          onClose={() => setSnippets(null)}
        />
      )}
      {kept !== undefined && <SaveSnippet text={kept} onClose={() => setKept(undefined)} />}
    </>
  );
}

/** GIF search, if the server has a service for it and the organization allows GIFs. */
function GifTool({ onInsert }: { onInsert: (text: string) => void }) {
  const { live } = useClient();
  const [anchor, setAnchor] = useState<Element | null>(null);
  const service = getGifService(live);
  if (service === undefined) return null;
  return (
    <>
      <IconButton
        label={t('gifs.picker')}
        aria-expanded={anchor !== null}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <Icon of={ImagePlay} />
      </IconButton>
      {anchor && (
        <GifPicker
          anchor={anchor}
          service={service}
          onChoose={(gif) => onInsert(`${gifLink(gif)} `)}
          onClose={() => setAnchor(null)}
        />
      )}
    </>
  );
}

const icons: Record<Format, LucideIcon> = {
  bold: Bold,
  italic: Italic,
  strike: Strikethrough,
  code: Code,
  link: Link,
  quote: Quote,
  list: List,
  numbers: ListOrdered,
  spoiler: EyeOff,
  math: Radical,
  time: Clock,
};

function getLabel(format: Format): string {
  const key = formatKey(format, isMac);
  const name = t(`compose.format.${format}`);
  return key === undefined ? name : `${name} (${key})`;
}

/** Buttons that keep the focus and the selection in the text. */
function FormatBar({ onFormat }: { onFormat: (format: Format) => void }) {
  return (
    <div class="format-bar" role="group" aria-label={t('compose.formatting')}>
      {formats.map((format) => (
        <IconButton
          key={format}
          label={getLabel(format)}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => onFormat(format)}
        >
          <Icon of={icons[format]} />
        </IconButton>
      ))}
    </div>
  );
}
