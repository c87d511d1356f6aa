/** Pasting into the compose box: what other programs put into the clipboard becomes Markdown. */
import assert from 'node:assert/strict';
import { getCompose, isFilled } from './page.ts';
import { onOneServer, type Page } from './stage.ts';

type Clipboard = { html?: string; text: string; types?: string[] };

/** @returns whether the browser was left to paste the plain text */
async function paste(page: Page, { html = '', text, types = [] }: Clipboard): Promise<boolean> {
  const data = JSON.stringify({ 'text/html': html, 'text/plain': text });
  return page.evaluate<boolean>(`(() => {
    const event = new Event('paste', { bubbles: true, cancelable: true });
    const clipboardData = { files: [], types: ${JSON.stringify(types)}, getData: (type) => (${data})[type] ?? '' };
    Object.defineProperty(event, 'clipboardData', { value: clipboardData });
    return document.activeElement.dispatchEvent(event);
  })()`);
}

const becomes = async (page: Page, clipboard: Clipboard, markdown: string): Promise<void> => {
  await getCompose(page).fill('');
  assert.equal(await paste(page, clipboard), false, 'the page takes it');
  await isFilled(getCompose(page), markdown);
};

/** The same text without any formatting in it. */
const withoutTags = (html: string): string => html.replaceAll(/<[^>]+>/g, '');

const converted = (page: Page, html: string, markdown: string) =>
  becomes(page, { html, text: withoutTags(html) }, markdown);

onOneServer('Pasting', (sentence) => {
  sentence('Formatting of web pages becomes Markdown', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('pasting'));
    await getCompose(ada).focus();
    await converted(ada, '<p>A <b>new</b> <i>loom</i>, <s>old</s>', 'A **new** *loom*, ~~old~~');
    await converted(
      ada,
      '<b>one</b><b>word</b> and <em><strong> both </strong></em>',
      '**oneword** and ***both***',
    );
    await converted(
      ada,
      'See <a href="https://example.com/a_(b)">the page</a>.',
      'See [the page](https://example.com/a_%28b%29).',
    );
    await converted(
      ada,
      'At <b>last</b> <a href="https://example.com/">example.com</a>',
      'At **last** https://example.com/',
    );
    await converted(
      ada,
      '<h2>Plan</h2><ul><li>warp<ul><li>wool</li></ul></li><li>weft</li></ul>',
      '## Plan\n\n- warp\n  - wool\n- weft',
    );
    await converted(ada, '<ol start="3"><li>dye</li><li><p>dry</p></li></ol>', '3. dye\n4. dry');
    await converted(ada, '<blockquote><p>One</p><p>Two</p></blockquote><p>Yes', '> One\n>\n> Two\n\nYes');
    await converted(ada, 'Run <code>npm `x`</code>', 'Run `` npm `x` ``');
    await converted(
      ada,
      '<pre><code class="language-js">let a;\nlet b;</code></pre>',
      '```js\nlet a;\nlet b;\n```',
    );
    await converted(
      ada,
      '<table><tr><th>Yarn<th align="right">Cones<tr><td>A|B<td>2</table>',
      '| Yarn | Cones |\n| --- | ---: |\n| A\\|B | 2 |',
    );
  });

  sentence('Pasted lists are put on lines of their own between other text', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('pasting between'));
    await getCompose(ada).focus();
    await getCompose(ada).fill('Before after');
    await ada.evaluate('document.activeElement.setSelectionRange(6, 7)');
    await paste(ada, { html: '<ul><li>one</li><li>two</li></ul>', text: 'one two' });
    await isFilled(getCompose(ada), 'Before\n\n- one\n- two\n\nafter');
  });

  sentence('Formatting of Google Docs and Word becomes Markdown', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('pasting from office'));
    await getCompose(ada).focus();
    await converted(
      ada,
      '<meta charset="utf-8"><b style="font-weight:normal;" id="docs-internal-guid-1"><p dir="ltr"><span style="font-weight:700">Bold</span><span style="font-weight:400"> and </span><span style="font-style:italic">slanted</span></p><br><ul><li aria-level="1"><p role="presentation"><span>first</span></p></li><ul><li aria-level="2"><p><span>inner</span></p></li></ul></ul></b>',
      '**Bold** and *slanted*\n\n- first\n  - inner',
    );
    const sign = (text: string) =>
      `<![if !supportLists]><span style='mso-list:Ignore'>${text}<span>&nbsp;&nbsp; </span></span><![endif]>`;
    const item = (level: number, text: string) =>
      `<p class=MsoListParagraph style='text-indent:-.25in;mso-list:l0 level${level} lfo1'>${text}<o:p></o:p></p>`;
    await converted(
      ada,
      `<html><head><style>p.MsoNormal {margin:0}</style></head><body><!--StartFragment--><p class=MsoNormal><b>Plan</b><o:p>&nbsp;</o:p></p>${item(1, `${sign('·')}warp`)}${item(2, `${sign('o')}wool`)}${item(1, `${sign('2.')}weft`)}<!--EndFragment--></body></html>`,
      '**Plan**\n\n- warp\n  - wool\n2. weft',
    );
  });

  sentence('Pasting takes over only the text and the web links of a page', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('pasting hostile pages'));
    await getCompose(ada).focus();
    await converted(
      ada,
      '<b>safe</b><script>window.hit = 1</script><img src="x" onerror="window.hit = 1"><a href="javascript:window.hit = 1"> link</a><svg onload="window.hit = 1"></svg><style>b {}</style>',
      '**safe** link',
    );
    assert.equal(await ada.evaluate('window.hit'), undefined);
    // Deeper and larger than any message.
    const deep = `<b>x</b>${'<div>'.repeat(2000)}deep`;
    await becomes(ada, { html: deep, text: 'x deep' }, 'x deep');
    await becomes(ada, { html: '<b>x</b> '.repeat(15_000), text: 'many' }, 'many');
    assert.equal(await paste(ada, { html: `<b>${'x'.repeat(600_000)}</b>`, text: 'long' }), true);
  });

  sentence('Pasted formatting cannot create a mention that is not in the text', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('pasting mentions'));
    await getCompose(ada).focus();
    for (const [html, markdown] of [
      ['<s>Hi</s> @<b>all</b>', '~~Hi~~ @all'],
      ['<s>Hi</s> @_<i>team</i>', '~~Hi~~ @_team'],
      ['<s>Hi</s> <b>@</b>all<b>x</b>', '~~Hi~~ @allx'],
      ['<s>Hi</s> @<code>*</code> @<b>all</b>', '~~Hi~~ @`*` @all'],
      ['<s>Hi</s> #<b>general</b>', '~~Hi~~ #general'],
      ['<s>Hi</s> <b>@all</b>', '~~Hi~~ **@all**'],
    ] as const)
      await converted(ada, html, markdown);
    await converted(ada, '<s>Hi</s><img class="emoji" alt="@**all**"><img alt="🧶 @**all**">', '~~Hi~~');
    await converted(
      ada,
      '<s>Hi</s> <span class="katex"><annotation>x$$ @**all** $$</annotation><span class="katex-html">x</span></span>',
      '~~Hi~~ x',
    );
    await converted(
      ada,
      '<a href="https://example.com/"><img alt="a loom"></a> <s>Hi</s>',
      '[a loom](https://example.com/) ~~Hi~~',
    );
  });

  sentence('A page with long gaps in its cells and links is pasted at once', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('pasting gaps'));
    await getCompose(ada).focus();
    const gap = ' '.repeat(200_000);
    const cell = `<span style="white-space:pre">a${gap}b</span>`;
    await converted(
      ada,
      `<table><tr><th>a<th>b<tr><td>${cell}<td>c</table>`,
      `| a | b |\n| --- | --- |\n| a${gap}b | c |`,
    );
    await converted(ada, `<a href="https://example.com/">${cell}</a>`, '[a b](https://example.com/)');
  });

  sentence('Plain text, code, and text pasted into code stay plain', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('pasting plainly'));
    await getCompose(ada).focus();
    await becomes(ada, { html: '<h2>A title</h2>', text: 'A title' }, 'A title');
    await becomes(ada, { html: '<span style="font-weight:700">a part</span>', text: 'a part' }, 'a part');
    await becomes(ada, { html: '<div>one</div><div>  two</div>', text: 'one\n  two' }, 'one\n  two');
    const bold = { html: '<b>bold</b>', text: 'bold' };
    assert.equal(await paste(ada, { ...bold, types: ['vscode-editor-data'] }), true);
    await getCompose(ada).fill('');
    await ada.keyboard.press('Control+Shift+V');
    assert.equal(await paste(ada, bold), true, 'by Ctrl Shift V');
    await getCompose(ada).fill('```js\n');
    await paste(ada, bold);
    await isFilled(getCompose(ada), '```js\nbold');
    await getCompose(ada).fill('```quote\n');
    await paste(ada, bold);
    await isFilled(getCompose(ada), '```quote\n**bold**');
  });

  sentence('A URL pasted over selected words turns them into a link', async (_t, stage) => {
    const ada = await stage.openPage('ada', stage.topicPath('pasting addresses'));
    const text = 'https://example.com/';
    await getCompose(ada).fill('the loom');
    await getCompose(ada).press('Control+a');
    assert.equal(await paste(ada, { text }), false);
    await isFilled(getCompose(ada), `[the loom](${text})`);
    await getCompose(ada).fill('https://example.org/');
    await getCompose(ada).press('Control+a');
    await paste(ada, { text });
    await isFilled(getCompose(ada), text);
    await becomes(ada, { text, html: `<a href="${text}"><b>A page</b></a>` }, text);
    await getCompose(ada).fill('');
    assert.equal(await paste(ada, { text }), true, 'over nothing');
  });

  sentence('A file pasted into the topic field is attached to the message', async (_t, stage) => {
    const ada = await stage.openPage('ada', `/channel/${stage.weaving}`);
    await ada.getByLabel('Topic', { exact: true }).focus();
    const isLeft = await ada.evaluate<boolean>(`(() => {
      const event = new Event('paste', { bubbles: true, cancelable: true });
      const files = [new File(['a loom'], 'loom.txt', { type: 'text/plain' })];
      Object.defineProperty(event, 'clipboardData', { value: { files, types: ['Files'], getData: () => '' } });
      return document.activeElement.dispatchEvent(event);
    })()`);
    assert.equal(isLeft, false, 'the page takes it');
    await ada.getByRole('main').getByText('loom.txt').first().waitFor();
  });
});
