/** Recognizes host names among words with dots. */

/** A table of facts, generated: the endings of host names that the root of the DNS knows and `hosts.ts` does not name. */
const topLevelTable = `aaa aarp abb abbott abbvie abc able abogado abudhabi academy accenture accountant accountants aco actor ads adult aeg aero aetna afl africa agakhan agency aig airbus airforce airtel akdn alibaba alipay allfinanz allstate ally alsace alstom amazon americanexpress americanfamily amex amfam amica amsterdam analytics android anquan
anz aol apartments apple aquarelle arab aramco archi army arpa arte asda asia associates athleta attorney auction audi audible audio auspost author auto autos aws axa azure baby baidu banamex band bank bar barcelona barclaycard barclays barefoot bargains baseball basketball bauhaus bayern bbc bbt bbva bcg bcn beats beauty beer
berlin best bestbuy bet bharti bible bid bike bing bingo bio black blackfriday blockbuster bloomberg blue bm bms bmw bnpparibas boats boehringer bofa bom bond boo book booking bosch bostik boston bot boutique box bradesco bridgestone broadway broker brother brussels build builders business buy buzz bv bzh cab cafe cal call
calvinklein cam camera camp canon capetown capital capitalone car caravan cards care career careers cars casa case cash casino cat catering catholic cba cbn cbre center ceo cern cfa cfd chanel channel charity chase cheap chintai christmas chrome church cipriani circle cisco citadel citi citic city claims cleaning click clinic
clinique clothing club clubmed coach codes coffee college cologne commbank compare computer comsec condos construction consulting contact contractors cooking cool corsica country coupon coupons courses cpa credit creditcard creditunion cricket crown crs cruise cruises cuisinella cymru cyou dad dance data date dating datsun day
dclk dds deal dealer deals degree delivery dell deloitte delta democrat dental dentist desi dhl diamonds diet direct directory discount discover dish diy dnp docs doctor dog domains dot download drive dtv dubai dupont durban dvag dvr earth eat eco edeka education emerck energy engineer engineering enterprises epson equipment
ericsson erni esq estate eurovision eus events exchange expert exposed express extraspace fage fail fairwinds faith family fan fans farm farmers fashion fast fedex feedback ferrari ferrero fidelity fido film final finance financial fire firestone firmdale fish fishing fit fitness flickr flights flir florist flowers fly foo food
football ford forex forsale forum foundation fox free fresenius frl frogans frontier ftr fujitsu fun fund furniture futbol fyi gal gallery gallo gallup game games gap garden gay gbiz gdn gea gent genting george ggee gh gift gifts gives giving glass gle global globo gmail gmbh gmo gmx godaddy gold goldpoint golf goodyear goog
google gop got grainger graphics gratis green gripe grocery gucci guge guide guitars guru gw hair hamburg hangout haus hbo hdfc hdfcbank health healthcare help helsinki here hermes hiphop hisamitsu hitachi hiv hkt hockey holdings holiday homedepot homegoods homes homesense honda horse hospital host hosting hot hotels hotmail
house how hsbc hughes hyatt hyundai ibm icbc ice icu ieee ifm ikano imamat imdb immo immobilien inc industries infiniti ing ink institute insurance insure international intuit investments ipiranga irish ismaili ist istanbul itau itv jaguar java jcb jeep jetzt jewelry jio jll jmp jnj joburg jot joy jpmorgan jprs juegos juniper
kaufen kddi kerryhotels kerryproperties kfh kia kids kim kindle kitchen kiwi koeln komatsu kosher kpmg kpn krd kred kuokgroup kyoto lacaixa lamborghini lamer land landrover lanxess lasalle lat latino latrobe law lawyer lds lease leclerc lefrak legal lego lexus lgbt lidl lifeinsurance lifestyle lighting like lilly limited limo
lincoln link living llc llp loan loans locker locus lol london lotte lotto love lpl lplfinancial ltd ltda lundbeck luxe luxury madrid maif maison makeup man management mango map market marketing markets marriott marshalls mattel mba mckinsey med meet melbourne meme memorial men menu merck merckmsd miami microsoft mini mint mit
mitsubishi mlb mls mma mobi mobile moda moe moi mom monash money monster mormon mortgage moscow moto motorcycles mov movie ms msd mtn mtr music nab nagoya navy nba nec netbank netflix neustar new next nextdirect nexus nfl ngo nhk nico nike nikon ninja nissan nissay nokia norton now nowruz nowtv nra nrw ntt nyc obi observer
office okinawa olayan olayangroup ollo omega one ong onl ooo open oracle orange organic origins osaka otsuka ott ovh panasonic paris pars partners parts party pay pccw pet pfizer pharmacy phd philips phone photo photography photos physio pics pictet pictures pid pin ping pink pioneer pizza place play playstation plumbing plus
pnc pohl poker politie porn post praxi press prime prod productions prof progressive promo properties property protection pru prudential pub pwc qpon quebec quest racing radio read realestate realtor realty recipes red redumbrella rehab reise reisen reit reliance ren rent rentals repair report republican rest restaurant review
reviews rexroth rich richardli ricoh ril rio rip rocks rodeo rogers room rsvp rugby ruhr run rwe ryukyu saarland safe safety sakura sale salon samsclub samsung sandvik sandvikcoromant sanofi sap sarl sas save saxo sbi sbs scb schaeffler schmidt scholarships school schule schwarz science scot search seat secure security seek
select sener seven sew sex sexy sfr shangrila sharp shell shia shiksha shoes shopping shouji show silk sina singles sj ski skin sky skype sling smart smile sncf soccer softbank sohu solar solutions song sony soy spa sport spot srl stada staples star statebank statefarm stc stcgroup stockholm storage stream studio study style
sucks supplies supply surf surgery suzuki swatch swiss sydney tab taipei talk taobao target tatamotors tatar tattoo tax taxi tci tdk technology tel temasek tennis teva tf thd theater theatre tiaa tickets tienda tips tires tirol tjmaxx tjx tkmaxx tmall tokyo tools top toray toshiba total tours town toyota toys trade trading
training travel travelers travelersinsurance trust trv tube tui tunes tushu tvs ubank ubs unicom university uno uol ups vacations vana vanguard vegas ventures verisign versicherung vet viajes video vig viking villas vin vip virgin visa vision viva vivo vlaanderen vodka volvo vote voting voto voyage wales walmart walter wang
wanggou watch watches weather weatherchannel webcam weber website wed wedding weibo weir whoswho wien williamhill win windows wine winners wme woodside works wow wtc wtf xbox xerox xihuan xin xn--11b4c3d xn--1ck2e1b xn--1qqw23a xn--2scrj9c xn--30rr7y xn--3bst00m xn--3ds443g xn--3e0b707e xn--3hcrj9c xn--3pxu8k xn--42c2d9a
xn--45br5cyl xn--45brj9c xn--45q11c xn--4dbrk0ce xn--4gbrim xn--54b7fta0cc xn--55qw42g xn--55qx5d xn--5su34j936bgsg xn--5tzm5g xn--6frz82g xn--6qq986b3xl xn--80adxhks xn--80ao21a xn--80aqecdr1a xn--80asehdb xn--80aswg xn--8y0a063a xn--90a3ac xn--90ae xn--90ais xn--9dbq2a xn--9et52u xn--9krt00a xn--b4w605ferd xn--bck1b9a5dre4c
xn--c1avg xn--c2br7g xn--cck2b3b xn--cckwcxetd xn--cg4bki xn--clchc0ea0b2g2a9gcd xn--czr694b xn--czrs0t xn--czru2d xn--d1acj3b xn--d1alf xn--e1a4c xn--eckvdtc9d xn--efvy88h xn--fct429k xn--fhbei xn--fiq228c5hs xn--fiq64b xn--fiqs8s xn--fiqz9s xn--fjq720a xn--flw351e xn--fpcrj9c3d xn--fzc2c9e2c xn--fzys8d69uvgm xn--g2xx48c
xn--gckr3f0f xn--gecrj9c xn--gk3at1e xn--h2breg3eve xn--h2brj9c xn--h2brj9c8c xn--hxt814e xn--i1b6b1a6a2e xn--imr513n xn--io0a7i xn--j1aef xn--j1amh xn--j6w193g xn--jlq480n2rg xn--jvr189m xn--kcrx77d1x4a xn--kprw13d xn--kpry57d xn--kput3i xn--l1acc xn--lgbbat1ad8j xn--mgb9awbf xn--mgba3a3ejt xn--mgba3a4f16a xn--mgba7c0bbn0a
xn--mgbaam7a8h xn--mgbab2bd xn--mgbah1a3hjkrd xn--mgbai9azgqp6j xn--mgbayh7gpa xn--mgbbh1a xn--mgbbh1a71e xn--mgbc0a9azcg xn--mgbca7dzdo xn--mgbcpq6gpa1a xn--mgberp4a5d4ar xn--mgbgu82a xn--mgbi4ecexp xn--mgbpl2fh xn--mgbt3dhd xn--mgbtx2b xn--mgbx4cd0ab xn--mix891f xn--mk1bu44c xn--mxtq1m xn--ngbc5azd xn--ngbe9e0a xn--ngbrx
xn--node xn--nqv7f xn--nqv7fs00ema xn--nyqy26a xn--o3cw4h xn--ogbpf8fl xn--otu796d xn--p1acf xn--p1ai xn--pgbs0dh xn--pssy2u xn--q7ce6a xn--q9jyb4c xn--qcka1pmc xn--qxa6a xn--qxam xn--rhqv96g xn--rovu88b xn--rvc1e0am3e xn--s9brj9c xn--ses554g xn--t60b56a xn--tckwe xn--tiq49xqyj xn--unup4y xn--vermgensberater-ctb
xn--vermgensberatung-pwb xn--vhquv xn--vuq861b xn--w4r85el8fhu5dnra xn--w4rs40l xn--wgbh1c xn--wgbl6a xn--xhq521b xn--xkc2al3hye2a xn--xkc2dl3a5ee0h xn--y9a3aq xn--yfro4i67o xn--ygbi2ammx xn--zfr164b xxx yachts yahoo yamaxun yandex yodobashi yoga yokohama you youtube yun zappos zara zero zip zuerich`;

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
