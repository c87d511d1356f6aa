/** Recognizes host names among words with dots. */
import { topLevelTable } from './top-level-table.ts';

const generic =
  'com org net edu gov mil int io dev ai xyz biz tv online cloud blog software coop museum onion eu';

const countries =
  'ac ad ae af ag al am ao aq ar au aw ax az ba bb bd bf bg bh bi bj bn bo br bs bt bw bz ca cd cf cg ch ci ck cl cm ' +
  'cn cr cu cv cw cx cy cz de dj dk dm do dz ec ee eg er es et fi fj fk fm fo fr ga gb gd ge gf gg gi gl gm gn gp gq ' +
  'gr gt gu gy hk hn hr ht hu ie il im iq ir je jm jo jp ke kg kh ki km kn kp kr kw ky kz la lb lc li lk lr ls lt lu ' +
  'lv ly ma mc mg mh mm mn mo mp mq mr mt mu mv mw mx mz na nc ne nf ng ni nl np nr nu nz om pa pf pg ph pn pr pt pw ' +
  'qa re ro ru rw sa sb sc sd se sg si sk sl sn sr ss su sv sx sy sz tc td tg th tj tk tl tm tn tr tt tw tz ua ug uk ' +
  'uy uz va vc ve vg vi vn vu wf ws ye yt za zm zw';

/** Top-level domains that are also file extensions, words or identifiers: only with a second dot or a path. */
const doubtful =
  'ac am as at be by cc ch cl co do gs hm ht id in is it la md me mk ml my no pe pk pl pm ps py qa rs sc sh sm so st ' +
  'sv to tr us vi ws app art chat community company design digital email group info jobs life live media name network ' +
  'news page pro services shop site social space store support systems team tech today wiki work world zone';

let others: ReadonlySet<string> | undefined;

/** The many rare top-level domains that are common words. */
function isRareEnding(ending: string): boolean {
  others ??= new Set(topLevelTable.split(/\s/));
  return others.has(ending);
}

const sure = new Set(`${generic} ${countries}`.split(' '));
const unsure = new Set(doubtful.split(' '));

/** `host` is a typed name with dots; `hasPath` is whether it is followed by `/` or a port. */
export function isHostName(host: string, hasPath: boolean): boolean {
  const labels = host.split('.');
  const typed = labels.at(-1) ?? '';
  const top = typed.toLowerCase();
  if (typed !== top && typed !== typed.toUpperCase()) return false;
  if (
    labels.some((label) => label === '' || label.length > 63 || label.startsWith('-') || label.endsWith('-'))
  )
    return false;
  if (unsure.has(top)) return hasPath || labels.length > 2;
  if (sure.has(top)) return true;
  return (hasPath || labels[0]?.toLowerCase() === 'www') && isRareEnding(top);
}
