import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { problemIn } from '../../../../../tests/support/markdown/allow-list.ts';
import { cases, render } from '../../../../../tests/support/markdown/cast.ts';
import { texCost } from './math.ts';

/** The heights that KaTeX gives to these letters. */
const heights = { a: '0.4306', b: '0.6944', x: '0.4306' };

/** One letter as KaTeX sets it; `tex` is how it was typed. */
function letter(name: keyof typeof heights, isBlock = false, tex: string = name): string {
  const display = isBlock ? ' display="block"' : '';
  const html =
    '<span class="katex"><span class="katex-mathml">' +
    `<math xmlns="http://www.w3.org/1998/Math/MathML"${display}><semantics><mrow><mi>${name}</mi></mrow>` +
    `<annotation encoding="application/x-tex">${tex}</annotation></semantics></math></span>` +
    '<span class="katex-html" aria-hidden="true"><span class="base">' +
    `<span class="strut" style="height:${heights[name]}em;"></span><span class="mord mathnormal">${name}</span></span></span></span>`;
  return isBlock ? `<span class="katex-display">${html}</span>` : html;
}

const error = (tex: string) => `<span class="tex-error">${tex}</span>`;

cases('formulas in the text', [
  ['$$x$$', `<p>${letter('x')}</p>`],
  ['so $$a$$, $$b$$.', `<p>so ${letter('a')}, ${letter('b')}.</p>`],
  ['$$ x $$', `<p>${letter('x', false, ' x ')}</p>`],
  ['**$$x$$**', `<p><strong>${letter('x')}</strong></p>`],
  ['- $$x$$', `<ul>\n<li>${letter('x')}</li>\n</ul>`],
  ['# $$x$$', `<h1>${letter('x')}</h1>`],
  ['> $$x$$', `<blockquote>\n<p>${letter('x')}</p>\n</blockquote>`],
  ['($$x$$)', `<p>(${letter('x')})</p>`],
  ['你$$x$$好', `<p>你${letter('x')}好</p>`],
  ['`$$x$$`', '<p><code>$$x$$</code></p>'],
  ['$x$', '<p>$x$</p>'],
  ['$$', '<p>$$</p>'],
  ['$$$$', '<p>$$$$</p>'],
  ['$$x', '<p>$$x</p>'],
  ['$$x$', '<p>$$x$</p>'],
  ['$$x$$$', '<p>$$x$$$</p>'],
  ['$$$x$$', '<p>$$$x$$</p>'],
  ['a$$x$$', '<p>a$$x$$</p>'],
  ['$$x$$a', '<p>$$x$$a</p>'],
  ['$$_x$$', '<p>$$_x$$</p>'],
  ['$$a $ b$$', '<p>$$a $ b$$</p>'],
  ['$$a\nb$$', '<p>$$a<br>\nb$$</p>'],
  ['it costs $5 and $$7', '<p>it costs $5 and $$7</p>'],
]);

cases('errors in formulas', [
  ['$$\\frac$$', `<p>${error('$$\\frac$$')}</p>`],
  ['$$\\nosuch <b>$$', `<p>${error('$$\\nosuch &lt;b&gt;$$')}</p>`],
  ['$$x^$$ b', `<p>${error('$$x^$$')} b</p>`],
  ['$${$$', `<p>${error('$${$$')}</p>`],
  ['$$}$$', `<p>${error('$$}$$')}</p>`],
  ['```math\n\\frac\n```', `<p>${error('\\frac')}</p>`],
  [
    '```math\na\n\n\\frac &\n\nb\n```',
    `<p>${letter('a', true)}</p>\n<p>${error('\\frac &amp;')}</p>\n<p>${letter('b', true)}</p>`,
  ],
]);

cases('commands that a message may not use', [
  ['$$\\href{https://x.example.com}{x}$$', `<p>${error('$$\\href{https://x.example.com}{x}$$')}</p>`],
  ['$$\\url{x}$$', `<p>${error('$$\\url{x}$$')}</p>`],
  ['$$\\htmlClass{x}{y}$$', `<p>${error('$$\\htmlClass{x}{y}$$')}</p>`],
  ['$$\\htmlStyle{color: red}{y}$$', `<p>${error('$$\\htmlStyle{color: red}{y}$$')}</p>`],
  ['$$\\includegraphics{x.png}$$', `<p>${error('$$\\includegraphics{x.png}$$')}</p>`],
  ['$$\\def\\a{x}\\a$$', `<p>${error('$$\\def\\a{x}\\a$$')}</p>`],
  ['$$\\newcommand{\\a}{x}$$', `<p>${error('$$\\newcommand{\\a}{x}$$')}</p>`],
  ['$$\\message{x}$$', `<p>${error('$$\\message{x}$$')}</p>`],
  ['$$\\hspace{-500em}x$$', `<p>${error('$$\\hspace{-500em}x$$')}</p>`],
]);

cases('blocks of formulas', [
  ['```math\nx\n```', `<p>${letter('x', true)}</p>`],
  ['``` math\nx\n```', `<p>${letter('x', true)}</p>`],
  ['~~~MATH\nx\n~~~', `<p>${letter('x', true)}</p>`],
  ['```math\na\n\nb\n```', `<p>${letter('a', true)}</p>\n<p>${letter('b', true)}</p>`],
  ['```math\n\n\na\n \n\n```\nb', `<p>${letter('a', true)}</p>\n<p>b</p>`],
  ['```math\n```', ''],
  ['a\n```math\n```\nb', '<p>a</p>\n<p>b</p>'],
  ['a\n```math\nx', `<p>a</p>\n<p>${letter('x', true)}</p>`],
  ['- ```math\n  x\n  ```', `<ul>\n<li>\n<p>${letter('x', true)}</p>\n</li>\n</ul>`],
  ['```quote\n```math\nx\n```\n```', `<blockquote>\n<p>${letter('x', true)}</p>\n</blockquote>`],
  [
    '```spoiler a\n```math\nx\n```\n```',
    '<div class="spoiler-block"><div class="spoiler-header">\n<p>a</p>\n</div>' +
      `<div class="spoiler-content" aria-hidden="true">\n<p>${letter('x', true)}</p>\n</div></div>`,
  ],
]);

describe('Formulas', () => {
  test('Formulas of every kind are rendered as allowed HTML', () => {
    const formulas = [
      '\\frac{-b \\pm \\sqrt{b^2-4ac}}{2a}',
      '\\sum_{i=1}^{n} i = \\frac{n(n+1)}{2}',
      '\\begin{pmatrix} 1 & 2 \\\\ 3 & 4 \\end{pmatrix}',
      '\\left( \\int_0^\\infty e^{-x^2}\\,dx \\right)',
      '\\underbrace{a+b}_{c} \\overline{x} \\vec{v} \\hat{\\mathbf{n}}',
      '\\text{if } x < 1 \\& y > "2"',
      '\\color{red} x \\colorbox{#0f0}{y} \\fcolorbox{red}{blue}{z}',
      '\\begin{cases} a & \\text{x} \\\\ b \\end{cases} \\xrightarrow{f}',
      "f'(x) \\ne g''",
    ];
    for (const tex of formulas) {
      for (const source of [`$$${tex}$$`, `\`\`\`math\n${tex}\n\`\`\``]) {
        const { html } = render(source);
        assert.match(html, /class="katex"/, source);
        assert.equal(problemIn(html), undefined, source);
      }
    }
  });

  test('Formulas keep the class names that clients know', () => {
    const { html } = render('$$\\sqrt{x}_2$$');
    for (const name of [
      'base',
      'strut',
      'vlist-t',
      'vlist-r',
      'pstrut',
      'msupsub',
      'sizing reset-size6 size3',
    ])
      assert.match(html, new RegExp(`class="(?:[^"]* )?${name}(?: [^"]*)?"`), name);
  });

  test('Rendering formulas prints nothing to the console', (t) => {
    const calls = [t.mock.method(console, 'warn'), t.mock.method(console, 'log')];
    render('$$漢 é \\text{漢} \\show x \\message{x}$$ $$⊶$$');
    for (const { mock } of calls) assert.equal(mock.callCount(), 0);
  });

  test('Formulas beyond the cost limit are shown as typed', () => {
    const { html, degraded } = render('$$x$$ '.repeat(1000));
    assert.equal(degraded, false);
    assert.ok(html.includes('class="katex"'));
    assert.ok(html.includes(error('$$x$$')));
  });

  test('Formulas nested beyond the limit of clients are not rendered', () => {
    const nested = (depth: number) => `$$${'\\frac{1}{'.repeat(depth)}x${'}'.repeat(depth)}$$`;
    assert.match(render(nested(6)).html, /class="katex"/);
    assert.equal(render(nested(60)).html, `<p>${error(nested(60))}</p>`);
    const accents = `${'\\hat '.repeat(200)}x`;
    assert.equal(render(`$$${accents}$$`).html, `<p>${error(`$$${accents}$$`)}</p>`);
  });
});

describe('The cost of a formula', () => {
  test('The cost of a formula grows with its symbols and commands', () => {
    assert.equal(texCost('x'), 11);
    assert.equal(texCost('{x}^2'), 15);
    assert.equal(texCost('\\alpha x'), 14);
    assert.equal(texCost('\\sqrt x'), 20);
    assert.equal(texCost('é&'), 16);
  });

  test('Comments in formulas cost nothing, and refused formulas are not costed', () => {
    assert.equal(texCost('a % \\def\nb'), texCost('a \nb'));
    assert.equal(texCost('a \\def b'), undefined);
    assert.equal(texCost('\\@char'), undefined);
    assert.equal(texCost('\\\\def'), 10 + 4 + 3);
  });
});
