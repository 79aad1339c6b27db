// Deterministic made-up fleet. Amounts are integer cents, instants are UTC milliseconds.

export interface Account {
  id: string;
  raison: string;
  siren: string;
  ville: string;
  formule: string;
  subs: readonly { id: string; nom: string }[];
  brand: { marque: string; couleur: string; hote: string; cname: string; tls: string };
}
export type Role = 'administrateur' | 'gestionnaire' | 'lecteur' | 'exploitant' | 'comptable';
export interface User {
  id: string;
  nom: string;
  prenom: string;
  courriel: string;
  role: Role;
  account: string;
  scope: { kind: 'compte' | 'sous_compte' | 'terminaux'; ids: readonly string[] };
}
export interface Merchant {
  id: string;
  nom: string;
  account: string;
  sub: string;
}
export interface Terminal {
  id: string;
  account: string;
  sub: string;
  merchant: Merchant;
  nom: string;
  group: string | null;
  connector: string;
  modele: string;
  serie: string;
  etat: 'EN_SERVICE' | 'DEGRADE' | 'HORS_SERVICE';
  signal: number;
  since: number;
  adresse: string;
  cp: string;
  ville: string;
  lat: string;
  lng: string;
  lieu: string;
  risque: 'faible' | 'moyen' | 'eleve';
  frais: number;
  version: string;
  cash: { no: number; coupure: number; nb: number; seuil: number }[];
}
export interface Group {
  id: string;
  nom: string;
  account: string;
  cree: number;
}
export interface Connector {
  id: string;
  nom: string;
  account: string;
  proto: string;
  hote: string;
  port: number;
  etat: string;
  dern: number;
  latence: number;
}
export interface Tx {
  id: string;
  terminal: Terminal;
  at: number;
  local: string;
  type: 'RET' | 'SLD' | 'ANN';
  seq: number;
  compte: string;
  emv: string | null;
  rep: string;
  req: number;
  comp: number;
  surReq: number;
  surComp: number;
}
export interface Command {
  id: string;
  terminal: Terminal;
  type: string;
  etat: 'en_file' | 'terminee' | 'echouee';
  par: string;
  le: number;
  fin: number | null;
  detail: string;
}
export interface Job {
  id: string;
  terminal: Terminal;
  type: string;
  etat: string;
  le: number;
}
export interface Incident {
  id: string;
  terminal: Terminal;
  ev: string;
  texte: string;
  ouvert: number;
  clos: number | null;
}
export interface Journal {
  id: string;
  terminal: Terminal;
  texte: string;
  le: number;
}
export interface Batch {
  id: string;
  merchant: Merchant;
  statut: string;
  deb: string;
  fin: string;
  arrete: number;
  emise: number | null;
  reglee: number | null;
  lines: { sens: 'C' | 'D'; terminal: string; libelle: string; montant: number; nb: number }[];
}
export interface Dispute {
  id: string;
  statut: 'ouvert' | 'en_examen' | 'clos_accepte' | 'clos_refuse';
  motif: string;
  tx: Tx;
  montant: number;
  echeance: string;
  ouvert: number;
  assigne: string | null;
  assigneLe: number | null;
  resolution: { issue: string; le: number; commentaire: string } | null;
  reviewer: { nom: string; service: string; le: number };
  note: string | null;
}
export interface Form {
  id: string;
  terminal: Terminal;
  type: string;
  statut: string;
  par: string;
  le: number;
  texte: string;
}
export interface Compliance {
  id: string;
  terminal: Terminal;
  piece: string;
  statut: string;
  expire: string;
}

export const NOW = Date.UTC(2025, 10, 18, 8, 30, 0);
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const DST_END = Date.UTC(2025, 9, 26, 1, 0, 0);

/** Local wall-clock text (Europe/Paris) of an instant, as the older back office prints it. */
export function paris(ms: number): string {
  return new Date(ms + (ms < DST_END ? 2 : 1) * HOUR).toISOString().slice(0, 19).replace('T', ' ');
}
export const cents = (n: number): string =>
  `${n < 0 ? '-' : ''}${Math.floor(Math.abs(n) / 100)}.${String(Math.abs(n) % 100).padStart(2, '0')}`;

function mulberry(seed: number): () => number {
  let a = seed;
  return () => {
    a = (a + 0x6d2b79f5) | 0;
    let t = Math.imul(a ^ (a >>> 15), 1 | a);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}
const rnd = mulberry(350029);
const pick = <T>(list: readonly T[]): T => list[Math.floor(rnd() * list.length)] as T;
const int = (a: number, b: number): number => a + Math.floor(rnd() * (b - a + 1));

export const accounts: readonly Account[] = [
  {
    id: 'CPT-1042',
    raison: 'Monétique du Ponant',
    siren: '512 904 338',
    ville: 'Brest',
    formule: 'Intégrale',
    subs: [
      { id: 'SC-1042-01', nom: 'Ponant Littoral' },
      { id: 'SC-1042-02', nom: 'Ponant Intérieur' },
    ],
    brand: {
      marque: 'Ponant Cash',
      couleur: '#0B4F6C',
      hote: 'portail.ponant-monetique.example',
      cname: 'valide',
      tls: 'actif',
    },
  },
  {
    id: 'CPT-2117',
    raison: 'Distributeurs Rhône & Alpes',
    siren: '488 217 605',
    ville: 'Lyon',
    formule: 'Essentielle',
    subs: [
      { id: 'SC-2117-01', nom: 'Lyon Métropole' },
      { id: 'SC-2117-02', nom: 'Alpes et Vallée' },
    ],
    brand: {
      marque: 'DRA Espèces',
      couleur: '#8C1C13',
      hote: 'dab.rhone-alpes.example',
      cname: 'en_attente',
      tls: 'en_attente',
    },
  },
  {
    id: 'CPT-3390',
    raison: 'Espèces et Services du Midi',
    siren: '803 551 920',
    ville: 'Nîmes',
    formule: 'Intégrale',
    subs: [{ id: 'SC-3390-01', nom: 'Midi Méditerranée' }],
    brand: {
      marque: 'Midi Billets',
      couleur: '#E3A018',
      hote: 'clients.midi-billets.example',
      cname: 'valide',
      tls: 'expire_bientot',
    },
  },
];

export const users: readonly User[] = [
  {
    id: 'U0101',
    nom: 'Le Goff',
    prenom: 'Maëlle',
    courriel: 'm.legoff@ponant.example',
    role: 'administrateur',
    account: 'CPT-1042',
    scope: { kind: 'compte', ids: [] },
  },
  {
    id: 'U0102',
    nom: 'Kerbrat',
    prenom: 'Yann',
    courriel: 'y.kerbrat@ponant.example',
    role: 'gestionnaire',
    account: 'CPT-1042',
    scope: { kind: 'sous_compte', ids: ['SC-1042-01'] },
  },
  {
    id: 'U0103',
    nom: 'Prigent',
    prenom: 'Hélène',
    courriel: 'h.prigent@ponant.example',
    role: 'lecteur',
    account: 'CPT-1042',
    scope: { kind: 'compte', ids: [] },
  },
  {
    id: 'U0201',
    nom: 'Fournier',
    prenom: 'Cédric',
    courriel: 'c.fournier@dra.example',
    role: 'administrateur',
    account: 'CPT-2117',
    scope: { kind: 'compte', ids: [] },
  },
  {
    id: 'U0202',
    nom: 'Bérard',
    prenom: 'Chloé',
    courriel: 'c.berard@dra.example',
    role: 'exploitant',
    account: 'CPT-2117',
    scope: { kind: 'terminaux', ids: ['DAB69-001', 'DAB69-002', 'DAB69-004', 'DAB38-001'] },
  },
  {
    id: 'U0301',
    nom: 'Benali',
    prenom: 'Aïcha',
    courriel: 'a.benali@midi.example',
    role: 'comptable',
    account: 'CPT-3390',
    scope: { kind: 'compte', ids: [] },
  },
];

/** A name for each user -> API key (made up). */
export const userKeys: ReadonlyMap<string, string> = new Map([
  ['admin-ponant', 'pk7Qm2-ponant-adm-Zr81xTb4'],
  ['gestionnaire-littoral', 'pk7Qm2-ponant-ges-Lw30vKd9'],
  ['lecteur-ponant', 'pk7Qm2-ponant-lec-Hs55nPq2'],
  ['admin-rhone-alpes', 'pk4Vd8-rhonea-adm-Cf62yRm7'],
  ['exploitante-lyon', 'pk4Vd8-rhonea-exp-Bn19tWx3'],
  ['comptable-midi', 'pk9Tj5-midi00-cpt-Gk74sQe6'],
]);
const owners = ['U0101', 'U0102', 'U0103', 'U0201', 'U0202', 'U0301'];
export const usersByKey: ReadonlyMap<string, User> = new Map(
  [...userKeys.values()].map((key, i) => [key, users.find((u) => u.id === owners[i]) as User]),
);

const day = (m: number, d: number): number => Date.UTC(2025, m - 1, d, 9, 0, 0);
export const groups: readonly Group[] = [
  { id: 'GRP-11', nom: 'Ports & plages', account: 'CPT-1042', cree: day(1, 14) },
  { id: 'GRP-12', nom: 'Gares et centres-villes', account: 'CPT-1042', cree: day(2, 3) },
  { id: 'GRP-13', nom: 'Argoat', account: 'CPT-1042', cree: day(3, 21) },
  { id: 'GRP-21', nom: 'Presqu’île et Croix-Rousse', account: 'CPT-2117', cree: day(1, 9) },
  { id: 'GRP-22', nom: 'Stations de ski', account: 'CPT-2117', cree: day(4, 2) },
  { id: 'GRP-23', nom: 'Vallée du Rhône', account: 'CPT-2117', cree: day(5, 28) },
  { id: 'GRP-31', nom: 'Arènes & marchés', account: 'CPT-3390', cree: day(2, 17) },
  { id: 'GRP-32', nom: 'Littoral héraultais', account: 'CPT-3390', cree: day(6, 11) },
];
const connector = (
  id: string,
  account: string,
  nom: string,
  proto: string,
  hote: string,
  etat: string,
  latence: number,
): Connector => ({
  id,
  account,
  nom,
  proto,
  hote,
  etat,
  latence,
  port: 7000 + latence,
  dern: NOW - latence * 1000,
});
export const connectors: readonly Connector[] = [
  connector('CNX-ARMOR-1', 'CPT-1042', 'Hôte Crédit Armoricain', 'CB2A', 'h1.armoricain.example', 'connecte', 84),
  connector(
    'CNX-ARMOR-2',
    'CPT-1042',
    'Hôte Crédit Armoricain (secours)',
    'CB2A',
    'h2.armoricain.example',
    'degrade',
    412,
  ),
  connector('CNX-OUEST', 'CPT-1042', 'Processeur Ouest Monétique', 'ISO8583', 'tpx.ouest.example', 'connecte', 121),
  connector('CNX-RHONE', 'CPT-2117', 'Banque du Confluent', 'CB2A', 'dab.confluent.example', 'connecte', 97),
  connector('CNX-ALPES', 'CPT-2117', 'Caisse des Alpes', 'ISO8583', 'sw.alpes.example', 'coupe', 655),
  connector('CNX-MIDI', 'CPT-3390', 'Société Occitane d’Échange', 'ISO8583', 'iso.occitane.example', 'connecte', 103),
  connector(
    'CNX-MIDI-B',
    'CPT-3390',
    'Société Occitane d’Échange (nuit)',
    'ISO8583',
    'iso2.occitane.example',
    'connecte',
    140,
  ),
];

type Seed = readonly [
  sub: string,
  merchant: string,
  terminals: readonly (readonly [
    dept: string,
    cp: string,
    ville: string,
    adresse: string,
    lieu: string,
    group: string | null,
    cnx: string,
  ])[],
];
const seeds: readonly Seed[] = [
  [
    'SC-1042-01',
    "Café & Tabac L'Étoile",
    [
      ['29', '29200', 'Brest', '14 rue de Siam', 'bar-tabac', 'GRP-12', 'CNX-ARMOR-1'],
      ['29', '29900', 'Concarneau', '3 quai Pénéroff', 'bar-tabac', 'GRP-11', 'CNX-ARMOR-1'],
    ],
  ],
  [
    'SC-1042-01',
    'Tabac de la Gare',
    [['29', '29000', 'Quimper', '1 avenue de la Gare', 'gare', 'GRP-12', 'CNX-ARMOR-2']],
  ],
  [
    'SC-1042-01',
    'Supérette Ker Breizh',
    [
      ['29', '29680', 'Roscoff', '22 rue Gambetta', 'commerce', 'GRP-11', 'CNX-ARMOR-1'],
      ['29', '29100', 'Douarnenez', '9 rue Duguay-Trouin', 'commerce', 'GRP-11', 'CNX-ARMOR-2'],
      ['56', '56100', 'Lorient', '40 cours de Chazelles', 'commerce', 'GRP-12', 'CNX-ARMOR-1'],
    ],
  ],
  [
    'SC-1042-01',
    'Camping des Flots Bleus',
    [
      ['35', '35400', 'Saint-Malo', '2 chaussée du Sillon', 'camping', 'GRP-11', 'CNX-ARMOR-1'],
      ['56', '56000', 'Vannes', 'Allée du Conleau', 'camping', null, 'CNX-ARMOR-2'],
    ],
  ],
  [
    'SC-1042-02',
    'Maison de la Presse Fougères',
    [
      ['35', '35300', 'Fougères', '5 rue Nationale', 'commerce', 'GRP-13', 'CNX-OUEST'],
      ['35', '35500', 'Vitré', '17 rue Poterie', 'commerce', 'GRP-13', 'CNX-OUEST'],
    ],
  ],
  [
    'SC-1042-02',
    'Épicerie Le Dû & Fils',
    [
      ['35', '35000', 'Rennes', '8 place Sainte-Anne', 'commerce', 'GRP-12', 'CNX-ARMOR-1'],
      ['35', '35600', 'Redon', '31 Grande Rue', 'commerce', 'GRP-13', 'CNX-OUEST'],
    ],
  ],
  [
    'SC-1042-02',
    'Halles de Pontivy',
    [
      ['56', '56300', 'Pontivy', 'Place Aristide-Briand', 'marché', 'GRP-13', 'CNX-OUEST'],
      ['56', '56800', 'Ploërmel', '6 rue des Forges', 'marché', 'GRP-12', 'CNX-ARMOR-1'],
    ],
  ],
  [
    'SC-2117-01',
    'Brasserie Croix & Rousse',
    [
      ['69', '69004', 'Lyon', '12 place de la Croix-Rousse', 'restaurant', 'GRP-21', 'CNX-RHONE'],
      ['69', '69001', 'Lyon', '4 rue Terme', 'restaurant', 'GRP-21', 'CNX-RHONE'],
    ],
  ],
  [
    'SC-2117-01',
    'Tabac de la Gare',
    [
      ['69', '69003', 'Lyon', '7 place Charles-Béraudier', 'gare', 'GRP-21', 'CNX-RHONE'],
      ['69', '69100', 'Villeurbanne', '60 cours Émile-Zola', 'commerce', 'GRP-23', 'CNX-RHONE'],
    ],
  ],
  [
    'SC-2117-01',
    'Stéphanois Presse',
    [
      ['42', '42000', 'Saint-Étienne', '2 rue Gambetta', 'commerce', 'GRP-23', 'CNX-RHONE'],
      ['69', '69700', 'Givors', '18 rue Roger-Salengro', 'commerce', 'GRP-23', 'CNX-RHONE'],
    ],
  ],
  [
    'SC-2117-02',
    'Refuge du Grésivaudan',
    [
      ['38', '38000', 'Grenoble', '11 rue de Strasbourg', 'commerce', 'GRP-22', 'CNX-ALPES'],
      ['38', '38750', "L'Alpe-d'Huez", 'Avenue des Jeux', 'station', 'GRP-22', 'CNX-ALPES'],
    ],
  ],
  [
    'SC-2117-02',
    "Alpage d'Annecy",
    [
      ['74', '74000', 'Annecy', '3 rue Sainte-Claire', 'commerce', 'GRP-22', 'CNX-ALPES'],
      ['73', '73000', 'Chambéry', '25 rue de Boigne', 'commerce', 'GRP-22', 'CNX-ALPES'],
    ],
  ],
  [
    'SC-2117-02',
    'Nougat & Compagnie',
    [
      ['26', '26200', 'Montélimar', '9 boulevard Meynot', 'commerce', 'GRP-23', 'CNX-RHONE'],
      ['26', '26000', 'Valence', '33 rue Émile-Augier', 'commerce', 'GRP-23', 'CNX-RHONE'],
      ['38', '38200', 'Vienne', '1 cours Brillier', 'commerce', null, 'CNX-RHONE'],
    ],
  ],
  [
    'SC-3390-01',
    'Bodega des Arènes',
    [
      ['30', '30000', 'Nîmes', '2 boulevard des Arènes', 'bar-tabac', 'GRP-31', 'CNX-MIDI'],
      ['30', '30900', 'Nîmes', '44 rue de la République', 'bar-tabac', 'GRP-31', 'CNX-MIDI'],
    ],
  ],
  [
    'SC-3390-01',
    'Marché Couvert de Sète',
    [
      ['34', '34200', 'Sète', '12 rue Gambetta', 'marché', 'GRP-32', 'CNX-MIDI-B'],
      ['34', '34500', 'Béziers', '7 allées Paul-Riquet', 'marché', 'GRP-31', 'CNX-MIDI'],
    ],
  ],
  [
    'SC-3390-01',
    'Pâtisserie Montagné',
    [['34', '34120', 'Pézenas', '5 cours Jean-Jaurès', 'commerce', 'GRP-32', 'CNX-MIDI']],
  ],
  [
    'SC-3390-01',
    'Relais Cathare & Cie',
    [
      ['11', '11000', 'Carcassonne', '3 porte Narbonnaise', 'site touristique', 'GRP-31', 'CNX-MIDI'],
      ['11', '11100', 'Narbonne', '20 cours Mirabeau', 'marché', 'GRP-31', 'CNX-MIDI-B'],
      ['09', '09000', 'Foix', '8 rue des Marchands', 'commerce', null, 'CNX-MIDI-B'],
    ],
  ],
  [
    'SC-3390-01',
    'Plage Saint-Cyprien',
    [
      ['66', '66000', 'Perpignan', '1 place Arago', 'commerce', 'GRP-32', 'CNX-MIDI'],
      ['34', '34000', 'Montpellier', '6 place de la Comédie', 'commerce', 'GRP-32', 'CNX-MIDI'],
    ],
  ],
  [
    'SC-3390-01',
    'Toulouse Capitole Presse',
    [
      ['31', '31000', 'Toulouse', '14 place du Capitole', 'commerce', 'GRP-31', 'CNX-MIDI'],
      ['81', '81000', 'Albi', '2 place Sainte-Cécile', 'site touristique', 'GRP-31', 'CNX-MIDI-B'],
    ],
  ],
];

export const merchants: Merchant[] = [];
export const terminals: Terminal[] = [];
{
  const perDept = new Map<string, number>();
  for (const [sub, nom, list] of seeds) {
    const account = accounts.find((a) => a.subs.some((s) => s.id === sub)) as Account;
    const merchant: Merchant = {
      id: `COM-${String(merchants.length + 1).padStart(3, '0')}`,
      nom,
      account: account.id,
      sub,
    };
    merchants.push(merchant);
    for (const [dept, cp, ville, adresse, lieu, group, cnx] of list) {
      const n = (perDept.get(dept) ?? 0) + 1;
      perDept.set(dept, n);
      const i = terminals.length;
      const etat = i % 9 === 4 ? 'HORS_SERVICE' : i % 7 === 3 ? 'DEGRADE' : 'EN_SERVICE';
      terminals.push({
        id: `DAB${dept}-${String(n).padStart(3, '0')}`,
        account: account.id,
        sub,
        merchant,
        nom: `${nom} – ${ville}`,
        group,
        connector: cnx,
        modele: pick(['Hyosung 2700CE', 'NCR SelfServ 23', 'Triton ARGO 15', 'Diebold Opteva 520']),
        serie: `SN${int(100000, 999999)}`,
        etat,
        signal: NOW - (etat === 'HORS_SERVICE' ? int(9, 12) * HOUR : int(20, 280) * 1000),
        since: NOW - (etat === 'HORS_SERVICE' ? 8 : int(15, 400)) * HOUR,
        adresse,
        cp,
        ville,
        lat: (43 + rnd() * 5).toFixed(5),
        lng: (-4 + rnd() * 10).toFixed(5),
        lieu,
        risque: pick(['faible', 'faible', 'moyen', 'eleve'] as const),
        frais: pick([100, 150, 195, 250]),
        version: `${int(4, 5)}.${int(0, 9)}.${int(1, 12)}`,
        cash: [
          { no: 1, coupure: 20, nb: int(40, 1400), seuil: 150 },
          { no: 2, coupure: 50, nb: int(20, 700), seuil: 80 },
        ],
      });
    }
  }
}

// ---- transactions: 13 October to 17 November 2025, several for each terminal
export const RESPONSES: Readonly<Record<string, string>> = {
  '00': 'Approuvée',
  '05': 'Refusée par l’émetteur',
  '51': 'Provision insuffisante',
  '55': 'Code confidentiel erroné',
  '91': 'Émetteur indisponible',
};
export const transactions: Tx[] = [];
{
  const raw: Omit<Tx, 'id' | 'seq'>[] = [];
  for (const terminal of terminals) {
    const n = int(9, 14);
    for (let k = 0; k < n; k++) {
      const slot = Math.floor((36 / n) * k + rnd() * (36 / n));
      const at = Date.UTC(2025, 9, 13) + slot * DAY + int(6, 19) * HOUR + int(0, 3599) * 1000 + k * 1000;
      const type = pick(['RET', 'RET', 'RET', 'RET', 'RET', 'RET', 'RET', 'SLD', 'RET', 'ANN'] as const);
      const rep =
        type === 'ANN' ? '00' : pick(['00', '00', '00', '00', '00', '00', '51', '55', '91', '05', '00', '00']);
      const req = type === 'SLD' ? 0 : pick([2000, 4000, 5000, 6000, 8000, 9000, 10000, 12000, 15000, 20000, 30000]);
      const partial = type === 'RET' && rep === '00' && req >= 8000 && rnd() < 0.12;
      const comp = type === 'RET' && rep === '00' ? (partial ? req - 4000 : req) : 0;
      raw.push({
        terminal,
        at,
        local: paris(at),
        type,
        compte: pick(['CHQ', 'CHQ', 'CHQ', 'EPG', 'CRE']),
        emv: pick(['PUCE', 'PUCE', 'PUCE', 'SANS_CONTACT', 'REPLI', null, null]),
        rep,
        req,
        comp,
        surReq: type === 'SLD' ? 0 : terminal.frais,
        surComp: comp > 0 ? terminal.frais : 0,
      });
    }
  }
  raw.sort((a, b) => a.at - b.at || (a.terminal.id < b.terminal.id ? -1 : 1));
  const seqs = new Map<string, number>();
  raw.forEach((r, i) => {
    const seq = (seqs.get(r.terminal.id) ?? 400 + terminals.indexOf(r.terminal) * 37) + 1;
    seqs.set(r.terminal.id, seq);
    transactions.push({
      ...r,
      seq,
      id: `OP${r.local.slice(2, 10).replaceAll('-', '')}-${String(1200 + i * 3).padStart(5, '0')}`,
    });
  });
}

/** Only used by some faults: a made-up card of a transaction (never stored by the correct service). */
export function cardOf(tx: Tx): { pan: string; piste2: string; pin: string } {
  const body = `497010${String(tx.seq).padStart(4, '0')}${String(tx.req).padStart(5, '0')}`;
  let sum = 0;
  [...body].reverse().forEach((c, i) => {
    const d = Number(c) * (i % 2 === 0 ? 2 : 1);
    sum += d > 9 ? d - 9 : d;
  });
  const pan = body + String((10 - (sum % 10)) % 10);
  return {
    pan,
    piste2: `;${pan}=27081010000012300000?`,
    pin: `0412${pan.slice(3, 15)}`.replaceAll('1', 'A').replaceAll('9', 'F'),
  };
}

// ---- activity
const agents: Readonly<Record<string, readonly string[]>> = {
  'CPT-1042': ['Maëlle Le Goff', 'Yann Kerbrat'],
  'CPT-2117': ['Cédric Fournier', 'Chloé Bérard'],
  'CPT-3390': ['Mireille Castan', 'Aïcha Benali'],
};
export const commands: Command[] = [];
export const jobs: Job[] = [];
export const incidents: Incident[] = [];
export const journal: Journal[] = [];
export const forms: Form[] = [];
export const compliance: Compliance[] = [];
{
  const types = ['REDEMARRAGE', 'SYNCHRO_HORLOGE', 'MAJ_LOGICIEL', 'VIDAGE_JOURNAL', 'TEST_DISTRIBUTEUR'];
  const evs: readonly (readonly [string, string])[] = [
    ['cash_low', 'Niveau de billets bas en cassette 2'],
    ['dispenser_fault', 'Bourrage du distributeur à l’éjection'],
    ['heartbeat_stale', 'Plus de signal depuis le dernier relevé'],
    ['cash_out', 'Cassette 1 vide, retraits limités'],
    ['communication_flapping', 'Liaison instable : coupures répétées'],
    ['decline_spike', 'Hausse des refus sur la dernière heure'],
  ];
  const notes = [
    'Ouverture de session hôte, clé de session échangée',
    'Délai dépassé côté processeur, reprise sur lien de secours',
    'Bascule sur le canal de repli <secours>',
    'Écho réseau reçu hors fenêtre & rejoué',
    'Arrêté de journée transmis à l’hôte',
  ];
  for (const t of terminals) {
    const who = agents[t.account] as readonly string[];
    const n = int(3, 5);
    for (let k = 0; k < n; k++) {
      const le = NOW - int(13, 26 * 24) * HOUR - int(0, 59) * 60_000;
      const etat = k === 0 ? 'en_file' : k === 1 ? 'terminee' : pick(['terminee', 'terminee', 'echouee'] as const);
      const started = k === 0 ? NOW - int(5, 180) * 60_000 : le;
      commands.push({
        id: '',
        terminal: t,
        type: pick(types),
        etat,
        par: pick(who),
        le: started,
        fin: etat === 'en_file' ? null : started + int(20, 900) * 1000,
        detail:
          etat === 'echouee'
            ? 'Terminal injoignable à l’échéance'
            : etat === 'en_file'
              ? 'En attente du prochain signal'
              : 'Exécutée sans erreur',
      });
    }
    for (let k = 0; k < int(1, 2); k++)
      jobs.push({
        id: '',
        terminal: t,
        type: pick(['paramètres monétiques', 'profil d’écran', 'table des frais']),
        etat: pick(['terminé', 'terminé', 'en cours', 'échoué']),
        le: NOW - int(2, 300) * HOUR,
      });
    for (let k = 0; k < (t.etat === 'EN_SERVICE' ? 1 : 2); k++) {
      const current = k === 0 && t.etat !== 'EN_SERVICE';
      const [ev, texte] = (current ? evs[t.etat === 'HORS_SERVICE' ? 2 : 4] : pick(evs)) as readonly [string, string];
      const ouvert = current ? t.since : NOW - int(15, 200) * HOUR;
      incidents.push({ id: '', terminal: t, ev, texte, ouvert, clos: current ? null : ouvert + int(10, 110) * 60_000 });
    }
    for (const k of t.cash.filter((x) => x.nb < x.seuil))
      incidents.push({
        id: '',
        terminal: t,
        ev: 'cash_low',
        texte: `Niveau de billets bas en cassette ${k.no}`,
        ouvert: NOW - int(13, 40) * HOUR,
        clos: null,
      });
    for (let k = 0; k < int(2, 3); k++)
      journal.push({ id: '', terminal: t, texte: pick(notes), le: NOW - int(13, 160) * HOUR - int(0, 3000) * 1000 });
    if (rnd() < 0.6)
      forms.push({
        id: '',
        terminal: t,
        type: pick(['Réassort de billets', 'Demande d’intervention', 'Changement d’horaires']),
        statut: pick(['reçu', 'traité', 'en attente']),
        par: pick(who),
        le: NOW - int(10, 700) * HOUR,
        texte: pick([
          'Prévoir un passage avant le marché du samedi.',
          'Accès par l’arrière-boutique, demander Mme Hervé.',
          'Vitrine en travaux jusqu’à la Toussaint.',
        ]),
      });
    compliance.push({
      id: '',
      terminal: t,
      piece: pick([
        'Attestation PCI PTS',
        'Certificat d’accessibilité',
        'Contrat de maintenance',
        'Assurance transport de fonds',
      ]),
      statut: pick(['valide', 'valide', 'à renouveler']),
      expire: paris(NOW + int(-5, 500) * DAY).slice(0, 10),
    });
  }
  const number = (list: { id: string }[], prefix: string, key: (x: never) => number): void => {
    list.sort((a, b) => key(a as never) - key(b as never));
    list.forEach((x, i) => {
      x.id = `${prefix}-${String(3000 + i * 7)}`;
    });
  };
  number(commands, 'CMD', (x: Command) => x.le);
  number(jobs, 'PRV', (x: Job) => x.le);
  number(incidents, 'INC', (x: Incident) => x.ouvert);
  number(journal, 'JRN', (x: Journal) => x.le);
  number(forms, 'FRM', (x: Form) => x.le);
  compliance.forEach((c, i) => {
    c.id = `PCE-${500 + i}`;
  });
}

// ---- settlement batches: one for each merchant and week, derived from its completed withdrawals
/** Credit and debit entries of a batch for the given completed transactions (one of each for a terminal). */
export function batchLines(list: readonly Tx[]): Batch['lines'] {
  const lines: Batch['lines'] = [];
  for (const id of [...new Set(list.map((t) => t.terminal.id))].sort()) {
    const own = list.filter((t) => t.terminal.id === id);
    const credit = own.reduce((s, t) => s + t.comp + t.surComp, 0);
    const fee = own.reduce((s, t) => s + 35 + Math.round(t.surComp * 0.08), 0);
    lines.push({
      sens: 'C',
      terminal: id,
      libelle: `Espèces délivrées et frais ${id}`,
      montant: credit,
      nb: own.length,
    });
    lines.push({ sens: 'D', terminal: id, libelle: `Commission de service ${id}`, montant: fee, nb: own.length });
  }
  return lines;
}
export const batches: Batch[] = [];
export const settledTx: Set<string> = new Set();
{
  const iso = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
  for (let w = 0; w < 4; w++) {
    const start = Date.UTC(2025, 9, 13) + w * 7 * DAY;
    const deb = iso(start),
      fin = iso(start + 6 * DAY);
    for (const merchant of merchants) {
      const list = transactions.filter(
        (t) =>
          t.terminal.merchant === merchant && t.comp > 0 && t.local.slice(0, 10) >= deb && t.local.slice(0, 10) <= fin,
      );
      if (list.length === 0) continue;
      list.forEach((t) => settledTx.add(t.id));
      const arrete = start + 7 * DAY + 4 * HOUR;
      const statut = w < 2 ? 'reglee' : w === 2 ? (batches.length % 6 === 0 ? 'rejetee' : 'emise') : 'a_valider';
      batches.push({
        id: `REM-2025-${String(410 + batches.length)}`,
        merchant,
        statut,
        deb,
        fin,
        arrete,
        emise: statut === 'a_valider' ? null : arrete + 5 * HOUR,
        reglee: statut === 'reglee' ? arrete + 53 * HOUR : null,
        lines: batchLines(list),
      });
    }
  }
}

// ---- disputes
export const MOTIFS: Readonly<Record<string, string>> = {
  BND: 'Billets non délivrés',
  DEB: 'Débit en double',
  FRN: 'Frais non annoncés',
  FRD: 'Opération non reconnue',
};
export const disputes: Dispute[] = [];
{
  const pool = transactions.filter((t) => t.type === 'RET' && t.rep === '00');
  const chosen = pool.filter(
    (t, i) => i % 8 === 3 || (t.comp < t.req && i % 2 === 0) || (t.terminal.id === 'DAB69-001' && i % 3 === 0),
  );
  chosen.forEach((tx, i) => {
    const ouvert = Math.min(tx.at + int(1, 3) * DAY, NOW - 5 * HOUR);
    const statut = (['ouvert', 'clos_accepte', 'en_examen', 'clos_refuse', 'en_examen'] as const)[
      i % 5
    ] as Dispute['statut'];
    const closed = statut.startsWith('clos');
    const who = agents[tx.terminal.account] as readonly string[];
    disputes.push({
      id: `LIT-${String(880 + i)}`,
      statut,
      tx,
      motif: tx.comp < tx.req ? 'BND' : pick(['DEB', 'FRD', 'FRN']),
      montant: tx.comp < tx.req ? tx.req - tx.comp : tx.comp,
      echeance: paris(ouvert + 30 * DAY).slice(0, 10),
      ouvert,
      assigne: statut === 'ouvert' ? null : pick(who),
      assigneLe: statut === 'ouvert' ? null : Math.min(ouvert + 6 * HOUR, NOW - 2 * HOUR),
      resolution: closed
        ? {
            issue: statut === 'clos_accepte' ? 'remboursé au porteur' : 'rejeté, bande journal concordante',
            le: ouvert + 9 * DAY > NOW ? NOW - HOUR : ouvert + 9 * DAY,
            commentaire: pick([
              'Vérifié sur le journal électronique.',
              'Écart de caisse confirmé à l’arrêté.',
              'Réclamation transmise par l’agence émettrice.',
            ]),
          }
        : null,
      reviewer: {
        nom: pick(['Sylvie Augé', 'Rémi Thévenot', 'Noëlle Grangé']),
        service: 'Contrôle des litiges',
        le: closed ? (ouvert + 10 * DAY > NOW ? NOW - 20 * 60_000 : ouvert + 10 * DAY) : ouvert + DAY,
      },
      note: pick([null, 'Client prévenu par téléphone.', 'Reçu papier joint au dossier.']),
    });
  });
}
