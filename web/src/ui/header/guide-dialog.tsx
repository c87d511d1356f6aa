import { searchOperators } from '../../view/narrow/search-operators.ts';
import { t, type TextKey } from '../../view/text/text.ts';
import { Button } from '../kit/button.tsx';
import { Dialog } from '../kit/overlays/dialog.tsx';
import { runCommand } from '../page/keyboard.ts';
import './guide-dialog.css';

type Row = { text: TextKey; written: string };

/** What can be written in messages. Marks are the same in all languages. */
const formats: readonly Row[] = [
  { text: 'compose.format.bold', written: '**text**' },
  { text: 'compose.format.italic', written: '*text*' },
  { text: 'compose.format.strike', written: '~~text~~' },
  { text: 'compose.format.code', written: '`text`' },
  { text: 'guide.codeBlock', written: '```' },
  { text: 'compose.format.link', written: '[text](https://example.com)' },
  { text: 'compose.format.quote', written: '> text' },
  { text: 'compose.format.list', written: '* text' },
  { text: 'compose.format.numbers', written: '1. text' },
  { text: 'compose.format.spoiler', written: '```spoiler' },
  { text: 'compose.format.math', written: '$$x^2$$' },
  { text: 'guide.mention', written: '@' },
  { text: 'guide.place', written: '#' },
  { text: 'guide.emoji', written: ':' },
  { text: 'compose.format.time', written: '<time' },
];

const filters: readonly Row[] = searchOperators.map(({ name, text }) => ({ text, written: `${name}:` }));

/** How messages are written and found. */
export function GuideDialog({ onClose }: { onClose: () => void }) {
  return (
    <Dialog
      title={t('frame.help')}
      size="large"
      onClose={onClose}
      footer={
        <Button
          onClick={() => {
            onClose();
            runCommand('help');
          }}
        >
          {t('frame.shortcuts')}
        </Button>
      }
    >
      <div class="guide-dialog" tabIndex={0}>
        <Part title="guide.formatting" rows={formats} />
        <Part title="search.operators" rows={filters} />
      </div>
    </Dialog>
  );
}

const Part = ({ title, rows }: { title: TextKey; rows: readonly Row[] }) => (
  <section>
    <h3 class="guide-dialog-title">{t(title)}</h3>
    <dl class="guide-dialog-list">
      {rows.map(({ text, written }) => (
        <div key={written} class="guide-dialog-row">
          <dt>{t(text)}</dt>
          <dd class="guide-dialog-written">
            <code dir="ltr">{written}</code>
          </dd>
        </div>
      ))}
    </dl>
  </section>
);
