/** A vocabulary with realistic frequencies: a few very common words, and a long tail that occurs once in ten thousand messages. */
import { Chance } from './random.ts';

const common =
  `the to and of a in is for it on that we with this be not are have but at can as will from or if so just
  you do there now was has an when all one new no they by up about then out after also more what still get need would
  time like only should see some our been here over today next first work think how them test back next week before
  done make last two line which know any could same know than change both release start way look file use good again
  because even right once morning server number page point list code problem build report question other meeting
  customer answer small branch error part data long draft review version plan open day order while until ready maybe
  check set call later table between wrong name team issue might name second note each message fix without three sure
  step moved well office search running slow fast index count invoice query window design colour field value button
  screen letter printed shelf parcel cable lamp kitchen train lunch coffee key door road bridge river field autumn
  winter summer spring budget contract price price figure chart paper sample colleague guest visitor partner school
  factory supplier warehouse pallet driver deadline holiday calendar minute hour month quarter year history future
  reason result detail summary example picture video sound voice language sentence translation comment footnote
  chapter heading margin column row cell border corner edge surface texture pattern thread fabric wool cotton linen
  silk dye needle scissors ribbon button pocket collar sleeve seam hem loom shuttle warp weft spool bobbin`
    .split(/\s+/)
    .filter((word) => word !== '');

const beginnings =
  `ba be bo bra bre ca co cra da de do dra fa fe fi flo ga ge glo gra ha he ho ja jo ka ke ko kra la
  le li lo ma me mi mo na ne no pa pe pla po qui ra re ro sa se sha sho ska so sta ste sto ta te tha tra tro va ve vo wa
  we za zo`.split(/\s+/);
const endings =
  `bar ben bic bon dal den din dor fal fen fin gan gel gin gol kan kel kin lan len lin lor man men min
  mor nal nen nic nor pan pel pin ral ren ric ron san sel sin son tal ten tic ton val ven vin von`.split(
    /\s+/,
  );

const rareWords = 20_000;

/** Ordered by frequency; the first are real words. */
export function vocabulary(): readonly string[] {
  const words = new Set(common);
  // Independent of the seed, so that all organizations have the same vocabulary.
  const chance = new Chance(1);
  while (words.size < common.length + rareWords) {
    const middle = chance.is(0.5) ? chance.pick(beginnings) : '';
    words.add(chance.pick(beginnings) + middle + chance.pick(endings));
  }
  return [...words];
}

export const firstNames =
  `Abena Adrian Agnes Aiko Alba Alexei Amara Amir Ana Anders Anika Anton Arjun Astrid Aylin Bea
  Benoit Bianca Bilal Brigid Bruno Camila Carlos Chiara Chidi Claire Dalia Dario Deniz Diego Dina Ebba Eduardo Elif Elin
  Emeka Emil Enzo Esra Esther Fatima Felix Femi Fiona Freya Gabriel Goran Greta Hana Hassan Hedda Hugo Ibrahim Ida Ines
  Ingrid Irina Ismail Ivo Jada Jakub Jana Jelena Jin Joana Joris Julia Kai Kaito Karim Katya Kemal Kenji Kofi Lars Leila
  Lena Leon Liam Lina Lucia Luis Magda Malik Marek Maren Maria Marta Mateo Maya Mehmet Mei Milan Mira Mona Nadia Naoki
  Nela Niamh Nikos Nina Noor Olga Omar Oskar Paola Pavel Petra Priya Rafael Rania Ravi Rosa Ruth Sami Sana Sara Selma
  Sofia Stefan Sven Taro Tessa Theo Tilda Uma Valentin Vera Viktor Wanda Yara Yusuf Zeynep Zofia`.split(
    /\s+/,
  );

export const lastNames =
  `Abe Adeyemi Ahmed Almeida Andersson Aoki Aydin Baker Balogun Barros Bauer Becker Berg Bianchi
  Blanc Boateng Brandt Bruun Castro Chen Conti Costa Cruz Dahl Das Delgado Demir Diallo Dimitrov Dubois Duran Eklund Eriksen
  Farah Fernandes Ferrari Fischer Fontaine Friis Fuchs Garcia Gomez Gruber Gupta Haas Hansen Hartmann Hassan Hayashi
  Herrera Hoffmann Holm Horvat Huang Ibe Ilić Inoue Ivanov Jansen Jensen Johansson Kaya Keller Khan Kim Klein Koch
  Kovács Kowalski Kruger Kumar Laine Lang Larsen Lefevre Lehmann Lemaire Li Lima Lindgren Lopez Lund Maier Marino Martin
  Mendes Meyer Mishra Molina Moreau Mori Moreno Müller Nagy Nakamura Navarro Ndiaye Neumann Nguyen Nielsen Novak Nowak
  Nunes Obi Ochoa Okeke Olsen Ortiz Osei Otto Öztürk Park Patel Pereira Perez Peters Petrov Popescu Ramos Rao Reyes Ricci
  Richter Rivera Romero Rossi Roth Russo Sahin Salazar Santos Sato Schmid Schulz Sharma Silva Singh Sousa Steiner Suzuki
  Svensson Tanaka Torres Turner Vargas Vega Virtanen Vogel Wagner Walter Wang Weber Wolf Wood Yamada Yang Yilmaz Young
  Zhang Ziegler`.split(/\s+/);
