/**
 * The script of the search page. Browsers refuse to fetch files beside a page that was opened from disk, so the parts of
 * the index are scripts, which are loaded one after another and discarded: memory use does not depend on the size.
 */

/** The function that each part calls with its data. */
export const partFunction = 'heddlePart';

export const searchScript = `(() => {
  const root = document.querySelector('[data-parts]');
  const list = root.querySelector('.results');
  const status = root.querySelector('[role=status]');
  const progress = root.querySelector('progress');
  const { parts, empty, none, newest, broken } = root.dataset;
  const most = 100;
  const excerpt = 300;
  const { lang } = document.documentElement;
  const date = new Intl.DateTimeFormat(lang === 'en' ? 'en-GB' : lang, { day: 'numeric', month: 'short', year: 'numeric' });
  const isPlain = /^[\\0-\\x7f]*$/;
  const fold = (text) =>
    isPlain.test(text) ? text.toLowerCase() : text.normalize('NFKD').replace(/\\p{M}/gu, '').toLowerCase();
  const query = (new URLSearchParams(location.search).get('q') ?? '').slice(0, 200);
  document.querySelector('.search input').value = query;
  const words = (query.match(/"[^"]+"|[^\\s"]+/g) ?? []).map((word) => fold(word.replaceAll('"', '').trim())).filter(Boolean);

  let part;
  window.${partFunction} = (loaded) => (part = loaded);
  const load = (number) =>
    new Promise((resolve) => {
      const script = document.createElement('script');
      part = undefined;
      script.onload = script.onerror = () => {
        script.remove();
        resolve(part);
      };
      script.src = 'search/part-' + number + '.js';
      document.head.append(script);
    });

  let found = [];
  let count = 0;
  const keepNewest = () => {
    found.sort((a, b) => b.at - a.at || b.id - a.id);
    found.length = Math.min(found.length, most);
  };
  const search = ({ places, senders, messages }) => {
    const placesFolded = places.map(([, name]) => fold(name));
    const sendersFolded = senders.map(fold);
    for (const [place, id, sender, at, text, hidden] of messages) {
      const folded = fold(hidden ? text + ' ' + hidden : text);
      const has = (word) =>
        folded.includes(word) || placesFolded[place].includes(word) || sendersFolded[sender].includes(word);
      if (!words.every(has)) continue;
      count++;
      found.push({ place: places[place], id, sender: senders[sender], at, text });
      if (found.length > 2 * most) keepNewest();
    }
  };

  const element = (name, text, properties) =>
    Object.assign(document.createElement(name), { textContent: text, ...properties });
  const cut = (text) => {
    const first = text.toLowerCase().indexOf(words.find((word) => text.toLowerCase().includes(word)) ?? '');
    const start = first > excerpt / 2 ? first - excerpt / 3 : 0;
    const some = text.slice(start, start + excerpt).replace(/^[\\udc00-\\udfff]|[\\ud800-\\udbff]$/g, '');
    return (start > 0 ? '…' : '') + some + (start + excerpt < text.length ? '…' : '');
  };
  const item = ({ place: [file, name], id, sender, at, text }) => {
    const head = element('p', '', { className: 'head' });
    const when = element('time', date.format(new Date(at * 1000)), { dateTime: new Date(at * 1000).toISOString() });
    const small = element('small', '');
    small.append(when);
    head.append(element('a', name, { href: file + '#message-' + id, dir: 'auto' }), ' ');
    head.append(element('small', sender), ' ', small);
    const entry = element('li', '');
    entry.append(head, element('p', cut(text), { dir: 'auto' }));
    return entry;
  };
  const show = () => {
    keepNewest();
    list.replaceChildren(...found.map(item));
  };

  const run = async () => {
    let isBroken = false;
    let shown = performance.now();
    progress.hidden = false;
    for (let number = 1; number <= Number(parts); number++) {
      const loaded = await load(number);
      if (loaded) search(loaded);
      else isBroken = true;
      progress.value = number / Number(parts);
      if (performance.now() - shown < 300) continue;
      show();
      shown = performance.now();
    }
    progress.hidden = true;
    show();
    const notes = [count === 0 ? none : count > most ? newest : '', isBroken ? broken : ''];
    status.textContent = notes.filter(Boolean).join(' ');
  };
  if (words.length > 0) void run();
  else status.textContent = empty;
})();
`;
