/** GET /static/api-docs.js: filters the reference, and sends requests from it with the session of the browser. */
import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const path = '/static/api-docs.js';

/**
 * Responses are inserted as text only. Other sites cannot set the header X-Heddle-Client; see core/sessions/browser.ts.
 */
const script = `(() => {
  const main = document.querySelector('main');
  const texts = JSON.parse(main.dataset.texts);
  const mostBytes = 200000;
  const longestMs = 120000;
  const make = (name, properties = {}, ...children) => {
    const element = Object.assign(document.createElement(name), properties);
    element.append(...children);
    return element;
  };

  const form = document.querySelector('.filter');
  const input = document.querySelector('#filter');
  const found = form.querySelector('.found');
  const sections = [...document.querySelectorAll('main > section')];
  const getWords = (element) => {
    const keys = [...element.querySelectorAll('.parameters .key')].map((key) => key.textContent);
    return (element.querySelector('summary').textContent + ' ' + keys.join(' ')).toLowerCase();
  };
  const operations = [...document.querySelectorAll('.operation')].map((element) => ({ element, words: getWords(element) }));
  const filter = () => {
    const wanted = input.value.toLowerCase().split(/\\s+/).filter(Boolean);
    let count = 0;
    for (const { element, words } of operations) {
      element.hidden = !wanted.every((word) => words.includes(word));
      if (!element.hidden) count += 1;
    }
    for (const section of sections)
      section.hidden = wanted.length > 0 && !section.querySelector('.operation:not([hidden])');
    found.textContent = wanted.length === 0 ? '' : texts.found[Math.min(count, 2)].replace('2', () => count);
  };
  form.hidden = false;
  form.addEventListener('submit', (event) => event.preventDefault());
  input.addEventListener('input', filter);
  filter();

  const openLinked = () => {
    const target = document.getElementById(location.hash.slice(1));
    if (target?.matches('.operation')) {
      target.open = true;
      target.scrollIntoView();
    }
  };
  addEventListener('hashchange', openLinked);

  const fieldFor = (item, id) => {
    const { name, in: place, required, example } = item.dataset;
    const field = make('input', { id, name, type: 'text', autocomplete: 'off', spellcheck: false });
    field.required = required !== undefined;
    field.value = example ?? '';
    field.dataset.in = place;
    // Browsers resolve dot segments even if they are escaped.
    if (place === 'path') field.pattern = '(?!\\.{1,2}$).+';
    return make('div', { className: 'field' }, make('label', { htmlFor: id }, name), field);
  };

  const makeRequest = (operation, fields) => {
    const { method } = operation.dataset;
    let { path } = operation.dataset;
    const sent = new URLSearchParams();
    for (const { name, value, dataset } of fields) {
      if (dataset.in === 'path') path = path.replace('{' + name + '}', () => encodeURIComponent(value));
      else if (value !== '') sent.append(name, value);
    }
    const isGet = method === 'GET';
    const url = '/api/v1' + path + (isGet && sent.size > 0 ? '?' + sent : '');
    return { method, url, body: isGet ? undefined : sent };
  };

  const dialog = document.querySelector('#confirm');
  const confirmed = ({ method, url }) =>
    new Promise((resolve) => {
      dialog.querySelector('.what').textContent = method + ' ' + url;
      dialog.returnValue = '';
      dialog.addEventListener('close', () => resolve(dialog.returnValue === 'run'), { once: true });
      dialog.showModal();
    });

  const read = async (response) => {
    const reader = response.body?.getReader();
    const decoder = new TextDecoder();
    let text = '';
    for (let bytes = 0; reader && bytes < mostBytes; ) {
      const { done, value } = await reader.read();
      if (done) return { text, isCut: false };
      bytes += value.length;
      text += decoder.decode(value, { stream: true });
    }
    await reader?.cancel();
    return { text: text.slice(0, mostBytes), isCut: reader !== undefined };
  };

  const pretty = (text) => {
    try {
      return JSON.stringify(JSON.parse(text), null, 2).slice(0, 2 * mostBytes);
    } catch {
      return text;
    }
  };

  const showResponse = async (output, response) => {
    if (response.type === 'opaqueredirect') return output.append(make('p', {}, texts.redirected));
    const type = response.headers.get('content-type') ?? '';
    output.append(make('p', {}, make('b', {}, response.status + ' ' + response.statusText), ' ' + type));
    if (response.status === 401) {
      const href = '/login?next=' + encodeURIComponent(location.pathname);
      output.append(make('p', {}, make('a', { href }, texts.signIn)));
    }
    if (!/json|text/.test(type)) return response.body?.cancel();
    const { text, isCut } = await read(response);
    output.append(make('pre', { tabIndex: 0, ariaLabel: texts.output }, make('code', {}, isCut ? text : pretty(text))));
    if (isCut) output.append(make('p', {}, texts.cut));
  };

  const send = async ({ method, url, body }, output, controller) => {
    try {
      const response = await fetch(url, {
        method,
        body,
        headers: { 'X-Heddle-Client': 'web' },
        credentials: 'same-origin',
        redirect: 'manual',
        cache: 'no-store',
        signal: AbortSignal.any([controller.signal, AbortSignal.timeout(longestMs)]),
      });
      output.replaceChildren();
      await showResponse(output, response);
    } catch (error) {
      const isStopped = error.name === 'AbortError';
      output.replaceChildren(make('p', { className: 'trouble' }, isStopped ? texts.stopped : texts.unreachable));
    }
  };

  const addForm = (operation) => {
    const items = [...operation.querySelectorAll('.parameters > li')];
    const rows = items.map((item, i) => ({ item, row: fieldFor(item, operation.id + '-field-' + i) }));
    const isFirst = ({ item }) => 'required' in item.dataset || 'example' in item.dataset;
    const rest = rows.filter((each) => !isFirst(each)).map(({ row }) => row);
    const stop = make('button', { type: 'button', className: 'plain', hidden: true }, texts.stop);
    const run = make('button', { type: 'submit' }, texts.run);
    const output = make('div', { className: 'output', ariaLive: 'polite' });
    const form = make('form', { className: 'run' }, make('h3', {}, texts.try), make('p', { className: 'quiet' }, texts.hint));
    form.append(...rows.filter(isFirst).map(({ row }) => row));
    if (rest.length > 0) form.append(make('details', {}, make('summary', {}, texts.more), ...rest));
    form.append(make('p', { className: 'buttons' }, run, stop));
    form.addEventListener('submit', async (event) => {
      event.preventDefault();
      const request = makeRequest(operation, form.querySelectorAll('input'));
      if (request.method !== 'GET' && !(await confirmed(request))) return;
      const controller = new AbortController();
      stop.onclick = () => controller.abort();
      run.disabled = true;
      stop.hidden = false;
      output.replaceChildren(make('p', {}, texts.running));
      await send(request, output, controller);
      run.disabled = false;
      stop.hidden = true;
    });
    operation.append(form, output);
  };

  const withForm = new WeakSet();
  const opened = ({ target }) => {
    if (!target.open || !target.matches('.operation[data-runs]') || withForm.has(target)) return;
    withForm.add(target);
    addForm(target);
  };
  document.addEventListener('toggle', opened, true);
  for (const target of document.querySelectorAll('.operation[open]')) opened({ target });
  openLinked();
})();
`;

/** Contains a hash, so that a page never gets the script of another version. */
export const scriptPath = `${path}?v=${createHash('sha256').update(script).digest('hex').slice(0, 12)}`;

export function mountDocsScript(fastify: FastifyInstance): void {
  fastify.get(path, { config: { callers: 'anyone' } }, (_request, reply) =>
    reply
      .header('content-type', 'text/javascript; charset=utf-8')
      .header('cache-control', 'public, max-age=3600')
      .send(script),
  );
}
