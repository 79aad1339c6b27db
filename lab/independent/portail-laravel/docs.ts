// The published documents of the service: the public OpenAPI document and the integration catalog.

export type Service = 'compte_et_parc' | 'terminaux' | 'operations' | 'pilotage' | 'remises_et_litiges' | 'conformite';
interface Endpoint {
  method: 'GET' | 'POST';
  path: string;
  service: Service;
  resume: string;
  open?: boolean;
  xml?: boolean;
  query?: readonly string[];
  reply: string;
  list?: boolean;
  roles?: string;
}

const PAGE = ['limit', 'page'] as const;
const OPS = [...PAGE, 'sort_by', 'sort_dir', 'du', 'au'] as const;

/** Every endpoint of the live contract. */
export const ENDPOINTS: readonly Endpoint[] = [
  {
    method: 'GET',
    path: '/v1/portal',
    service: 'compte_et_parc',
    resume: 'Instantané du portail pour l’utilisateur courant',
    reply: 'Portail',
  },
  {
    method: 'GET',
    path: '/v1/integrations/catalog',
    service: 'compte_et_parc',
    resume: 'Catalogue d’intégration groupé par service',
    reply: 'Catalogue',
  },
  {
    method: 'GET',
    path: '/v1/integrations/public-openapi.json',
    service: 'compte_et_parc',
    resume: 'Le présent document',
    open: true,
    reply: 'Document',
  },
  {
    method: 'GET',
    path: '/v1/public/branding-status',
    service: 'compte_et_parc',
    resume: 'État public de la marque et de l’hôte de documentation',
    open: true,
    reply: 'EtatMarque',
  },
  {
    method: 'GET',
    path: '/v1/feeds/account.xml',
    service: 'compte_et_parc',
    resume: 'Flux RSS du compte',
    xml: true,
    reply: 'Rss',
  },
  {
    method: 'GET',
    path: '/v1/locations',
    service: 'terminaux',
    resume: 'Emplacements des terminaux visibles',
    query: PAGE,
    reply: 'Emplacement',
    list: true,
  },
  {
    method: 'GET',
    path: '/v1/locations/{terminal_id}',
    service: 'terminaux',
    resume: 'Emplacement d’un terminal',
    reply: 'Emplacement',
  },
  {
    method: 'GET',
    path: '/v1/terminals',
    service: 'terminaux',
    resume: 'Terminaux visibles',
    query: [...PAGE, 'etat'],
    reply: 'Terminal',
    list: true,
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}',
    service: 'terminaux',
    resume: 'Fiche d’un terminal',
    reply: 'Terminal',
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/status-monitoring',
    service: 'terminaux',
    resume: 'État et télémétrie d’un terminal',
    reply: 'Supervision',
  },
  {
    method: 'GET',
    path: '/v1/feeds/terminals/{terminal_id}.xml',
    service: 'terminaux',
    resume: 'Flux RSS d’un terminal',
    xml: true,
    reply: 'Rss',
  },
  {
    method: 'GET',
    path: '/v1/transactions',
    service: 'operations',
    resume: 'Opérations des terminaux visibles, avec totaux',
    query: ['terminal_id', 'group_id', ...OPS],
    reply: 'Operation',
    list: true,
  },
  {
    method: 'GET',
    path: '/v1/transactions/{transaction_id}/timeline',
    service: 'operations',
    resume: 'Chronologie d’une opération',
    reply: 'Chronologie',
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/transactions',
    service: 'operations',
    resume: 'Opérations d’un terminal, avec totaux',
    query: OPS,
    reply: 'Operation',
    list: true,
  },
  {
    method: 'GET',
    path: '/v1/connectors',
    service: 'pilotage',
    resume: 'Connecteurs des terminaux visibles',
    query: PAGE,
    reply: 'Connecteur',
    list: true,
  },
  {
    method: 'GET',
    path: '/v1/connectors/{connector_id}/status',
    service: 'pilotage',
    resume: 'État d’un connecteur',
    reply: 'EtatConnecteur',
  },
  {
    method: 'GET',
    path: '/v1/terminal-groups',
    service: 'pilotage',
    resume: 'Groupes de terminaux',
    query: PAGE,
    reply: 'Groupe',
    list: true,
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/commands',
    service: 'pilotage',
    resume: 'Commandes d’un terminal',
    query: [...PAGE, 'etat_cmd'],
    reply: 'Commande',
    list: true,
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-payload',
    service: 'pilotage',
    resume: 'Charge de paramétrage d’un terminal',
    reply: 'Parametrage',
    roles: 'administrateur, gestionnaire, exploitant',
  },
  {
    method: 'GET',
    path: '/v1/terminals/{terminal_id}/provisioning-export',
    service: 'pilotage',
    resume: 'Export de paramétrage d’un terminal',
    reply: 'ExportParametrage',
    roles: 'administrateur, gestionnaire, exploitant',
  },
  {
    method: 'GET',
    path: '/v1/settlements',
    service: 'remises_et_litiges',
    resume: 'Remises (lots ACH) du périmètre',
    query: [...PAGE, 'stat_rem'],
    reply: 'Remise',
    list: true,
  },
  {
    method: 'GET',
    path: '/v1/settlements/{batch_id}',
    service: 'remises_et_litiges',
    resume: 'Une remise avec ses écritures',
    reply: 'RemiseDetail',
  },
  {
    method: 'POST',
    path: '/v1/settlements/derive',
    service: 'remises_et_litiges',
    resume: 'Dérive les remises d’une période',
    reply: 'Remise',
    list: true,
    roles: 'administrateur',
  },
  {
    method: 'GET',
    path: '/v1/disputes',
    service: 'remises_et_litiges',
    resume: 'Litiges du périmètre',
    query: [...PAGE, 'stat_lit', 'terminal_id'],
    reply: 'Litige',
    list: true,
  },
  {
    method: 'GET',
    path: '/v1/disputes/{dispute_id}',
    service: 'remises_et_litiges',
    resume: 'Un litige',
    reply: 'Litige',
  },
  {
    method: 'POST',
    path: '/v1/disputes',
    service: 'remises_et_litiges',
    resume: 'Ouvre un litige',
    reply: 'Litige',
    roles: 'administrateur, gestionnaire',
  },
];

type Schema = Record<string, unknown>;
const S = { type: 'string' } as const;
const N = { type: 'integer' } as const;
const B = { type: 'boolean' } as const;
const NS = { type: ['string', 'null'] } as const;
const money = (description: string): Schema => ({
  type: 'string',
  pattern: '^-?\\d+\\.\\d{2}$',
  description: `${description}, en euros`,
  examples: ['120.00'],
});
const inst = (description: string, nullable = false): Schema => ({
  type: nullable ? ['string', 'null'] : 'string',
  format: 'date-time',
  description,
});
const day = (description: string): Schema => ({ type: 'string', format: 'date', description });
const ref = (name: string): Schema => ({ $ref: `#/components/schemas/${name}` });
const arr = (items: Schema): Schema => ({ type: 'array', items });
function obj(properties: Schema, optional: readonly string[] = []): Schema {
  return { type: 'object', properties, required: Object.keys(properties).filter((k) => !optional.includes(k)) };
}
const text = (description: string): Schema => ({ type: 'string', description });

function schemas(): Schema {
  return {
    Operation: obj(
      {
        id: text('Identifiant de l’opération (transaction_id)'),
        terminal_id: S,
        dh_term: text('Date et heure au terminal, heure de Paris, AAAA-MM-JJ HH:MM:SS'),
        typ_op: { ...S, enum: ['RET', 'SLD', 'ANN'], description: 'Retrait, consultation de solde, annulation' },
        no_seq: { ...N, description: 'Numéro de séquence' },
        typ_cpt: { ...S, enum: ['CHQ', 'EPG', 'CRE'], description: 'Type de compte' },
        ind_emv: {
          ...S,
          enum: ['PUCE', 'SANS_CONTACT', 'REPLI'],
          description: 'Indicateur EMV, absent s’il n’est pas disponible',
        },
        cd_rep: text('Code réponse (00 = approuvée)'),
        lib_rep: text('Libellé de la réponse'),
        mnt_dem: money('Montant demandé'),
        mnt_serv: money('Montant servi (colonne de tri amt_comp)'),
        frais_dem: money('Frais demandés'),
        frais_perc: money('Frais perçus'),
        devise: S,
      },
      ['ind_emv'],
    ),
    Totaux: obj({
      tot_frais: money('Total des frais perçus de toutes les opérations filtrées'),
      tot_retrait: money('Total retiré (montants servis) de toutes les opérations filtrées'),
      nb_op: N,
    }),
    Chronologie: obj({
      transaction_id: S,
      terminal_id: S,
      etapes: arr(obj({ rang: N, code: S, libelle: S, horodatage: inst('Instant de l’étape') })),
    }),
    Terminal: obj({
      id: S,
      nom: S,
      etat: { ...S, enum: ['EN_SERVICE', 'DEGRADE', 'HORS_SERVICE'] },
      modele: S,
      num_serie: S,
      commerce: obj({ id: S, nom: S }),
      sous_compte_id: S,
      groupe_id: NS,
      connecteur_id: S,
      ville: S,
      cp: S,
      dern_signal: inst('Dernier signal reçu'),
      links: obj({ self: S }),
    }),
    Emplacement: obj({
      terminal_id: S,
      lib_empl: S,
      adresse: S,
      cp: S,
      ville: S,
      pays: S,
      typ_lieu: S,
      zone_risque: { ...S, enum: ['faible', 'moyen', 'eleve'] },
      lat: S,
      lng: S,
    }),
    Supervision: obj({
      terminal_id: S,
      etat: S,
      etat_depuis: inst('Depuis'),
      dern_signal: inst('Dernier signal reçu'),
      version_logicielle: S,
      cassettes: arr(obj({ no: N, coupure: N, nb_billets: N, seuil_bas: N, alerte: B })),
      encaisse: money('Contenu des cassettes'),
      incidents: arr(obj({ id: S, evenement: S, texte: S, ouvert_le: inst('Ouverture') })),
    }),
    Connecteur: obj({
      id: S,
      nom: S,
      protocole: S,
      etat: { ...S, enum: ['connecte', 'degrade', 'coupe'] },
      nb_terminaux: { ...N, description: 'Terminaux visibles rattachés' },
    }),
    EtatConnecteur: obj({
      connecteur_id: S,
      etat: S,
      hote: S,
      port: N,
      latence_ms: N,
      dern_echange: inst('Dernier échange'),
      nb_terminaux: N,
    }),
    Groupe: obj({
      id: S,
      nom: S,
      nb_terminaux: { ...N, description: 'Terminaux visibles du groupe' },
      terminal_ids: arr(S),
      created_at: inst('Création'),
    }),
    Commande: obj({
      id: S,
      terminal_id: S,
      typ_cmd: S,
      etat_cmd: { ...S, enum: ['en_file', 'terminee', 'echouee'] },
      demandee_par: S,
      demandee_le: inst('Demande'),
      terminee_le: inst('Fin', true),
      detail: S,
    }),
    Parametrage: obj({
      terminal_id: S,
      version_profil: S,
      profil: obj({
        langue: S,
        frais_client: money('Frais affichés'),
        plafond_retrait: money('Plafond'),
        coupures: arr(N),
      }),
      hote: obj({ connecteur_id: S, adresse: S, port: N, protocole: S }),
      ref_cle: text('Référence de la clé au coffre ; jamais la clé'),
      travaux: arr(obj({ id: S, objet: S, etat: S, le: inst('Instant') })),
    }),
    ExportParametrage: obj({
      terminal_id: S,
      fichier: S,
      format: S,
      lignes: arr(obj({ section: S, cle: S, valeur: S })),
      empreinte: S,
      genere_le: inst('Génération'),
    }),
    Remise: obj({
      id: S,
      stat_rem: { ...S, enum: ['a_valider', 'emise', 'reglee', 'rejetee'], description: 'État de la remise' },
      commerce: obj({ id: S, nom: S }),
      terminal_ids: arr(S),
      periode_deb: day('Début de période'),
      periode_fin: day('Fin de période'),
      nb_ecr: { ...N, description: 'Nombre d’écritures' },
      nb_ecr_cr: { ...N, description: 'Écritures au crédit' },
      nb_ecr_db: { ...N, description: 'Écritures au débit' },
      tot_cr: money('Total crédit'),
      tot_db: money('Total débit'),
      net_verse: money('Versement net (crédit moins débit)'),
      arrete_le: inst('Arrêté'),
      emise_le: inst('Émission', true),
      reglee_le: inst('Règlement', true),
    }),
    RemiseDetail: {
      allOf: [
        ref('Remise'),
        obj({
          ecritures: arr(
            obj({
              no: N,
              sens: { ...S, enum: ['C', 'D'] },
              terminal_id: S,
              libelle: S,
              nb_op: N,
              montant: money('Montant'),
            }),
          ),
        }),
      ],
    },
    Litige: obj(
      {
        id: S,
        stat_lit: { ...S, enum: ['ouvert', 'en_examen', 'clos_accepte', 'clos_refuse'], description: 'État du litige' },
        cd_motif: { ...S, enum: ['BND', 'DEB', 'FRN', 'FRD'], description: 'Code motif' },
        lib_motif: S,
        transaction_id: S,
        terminal_id: S,
        montant: money('Montant contesté'),
        echeance: day('Échéance'),
        ouvert_le: inst('Ouverture'),
        assigne_a: NS,
        assigne_le: inst('Affectation', true),
        resolution: {
          type: ['object', 'null'],
          description: 'Nul tant que le litige n’est pas clos',
          properties: { issue: S, resolu_le: S, commentaire: S },
        },
        relecteur: { ...obj({ nom: S, service: S, relu_le: S }), description: 'Présent seulement sur un litige clos' },
        observation: NS,
      },
      ['relecteur'],
    ),
    Utilisateur: obj({
      id: S,
      nom: S,
      prenom: S,
      courriel: S,
      role: { ...S, enum: ['administrateur', 'gestionnaire', 'lecteur', 'exploitant', 'comptable'] },
    }),
    Portail: obj({
      principal: {
        allOf: [
          ref('Utilisateur'),
          obj({ portee: obj({ type: { ...S, enum: ['compte', 'sous_compte', 'terminaux'] }, ids: arr(S) }) }),
        ],
      },
      compte: obj({ id: S, raison_soc: S, siren: S, ville: S, formule: S, sous_comptes: arr(obj({ id: S, nom: S })) }),
      marque: obj({ nom: S, couleur: S, logo_url: S, dns: obj({ hote: S, etat_cname: S, etat_tls: S }) }),
      droits: obj({
        lire_operations: B,
        lire_remises: B,
        lire_litiges: B,
        ouvrir_litige: B,
        deriver_remises: B,
        lire_parametrage: B,
        gerer_utilisateurs: B,
      }),
      utilisateurs: arr(ref('Utilisateur')),
      terminaux: arr(ref('Terminal')),
      groupes: arr(ref('Groupe')),
      connecteurs: arr(ref('Connecteur')),
      operations_recentes: { ...arr(ref('Operation')), description: 'Les dix dernières' },
      commandes: { ...arr(ref('Commande')), description: 'Les dix dernières' },
      formulaires: arr(
        obj({ id: S, terminal_id: S, typ_form: S, statut: S, soumis_par: S, soumis_le: inst('Envoi'), texte: S }),
      ),
      rapports: arr(obj({ code: S, libelle: S, formats: arr(S) })),
      conformite: arr(obj({ id: S, terminal_id: S, piece: S, statut: S, expire_le: day('Expiration') })),
      mise_en_service: arr(obj({ terminal_id: S, etape: S })),
      documents: arr(obj({ id: S, terminal_id: S, titre: S, typ_mime: S })),
      videos: arr(obj({ id: S, titre: S, duree_s: N })),
    }),
    EtatMarque: obj({ marque: obj({ etat: S, maj_le: S }), hote_docs: obj({ etat: S, tls: S, maj_le: S }), pret: B }),
    Catalogue: arr(
      obj({
        service: S,
        libelle: S,
        portal_surfaces: arr(S),
        api_endpoints: arr(obj({ method: S, path: S, description: S })),
        webhook_events: arr(S),
        rss_feeds: arr(obj({ path: S, titre: S, type: S })),
        notes: arr(S),
      }),
    ),
    Document: { type: 'object' },
    Erreur: obj({ message: S, errors: { type: 'object', additionalProperties: arr(S) } }, ['errors']),
    Liens: obj({ first: S, last: S, prev: NS, next: NS }),
    Pagination: obj({
      current_page: N,
      from: { type: ['integer', 'null'] },
      last_page: N,
      path: S,
      per_page: N,
      to: { type: ['integer', 'null'] },
      total: N,
    }),
  };
}

const QUERY: Readonly<Record<string, Schema>> = {
  limit: {
    description: 'Nombre de lignes renvoyées (taille de page)',
    schema: { type: 'integer', minimum: 1, maximum: 200, default: 50 },
  },
  page: { description: 'Numéro de page, à partir de 1', schema: { type: 'integer', minimum: 1, default: 1 } },
  terminal_id: { description: 'Restreint à un terminal', schema: S },
  group_id: { description: 'Restreint à un groupe de terminaux', schema: S },
  sort_by: {
    description: 'Colonne de tri ; amt_comp = montant servi',
    schema: {
      type: 'string',
      enum: ['dh_term', 'no_seq', 'amt_req', 'amt_comp', 'sur_req', 'sur_comp'],
      default: 'dh_term',
    },
  },
  sort_dir: { description: 'Sens du tri', schema: { type: 'string', enum: ['asc', 'desc'], default: 'desc' } },
  du: { description: 'Premier jour (heure du terminal)', schema: { type: 'string', format: 'date' } },
  au: { description: 'Dernier jour (heure du terminal)', schema: { type: 'string', format: 'date' } },
  etat: {
    description: 'État du terminal',
    schema: { type: 'string', enum: ['EN_SERVICE', 'DEGRADE', 'HORS_SERVICE'] },
  },
  etat_cmd: {
    description: 'État de la commande',
    schema: { type: 'string', enum: ['en_file', 'terminee', 'echouee'] },
  },
  stat_rem: {
    description: 'État de la remise',
    schema: { type: 'string', enum: ['a_valider', 'emise', 'reglee', 'rejetee'] },
  },
  stat_lit: {
    description: 'État du litige',
    schema: { type: 'string', enum: ['ouvert', 'en_examen', 'clos_accepte', 'clos_refuse'] },
  },
};

function replySchema(e: Endpoint): Schema {
  if (e.reply === 'Document') return { type: 'object' };
  if (!e.list)
    return obj({ data: ref(e.reply), links: { type: 'object' }, meta: { type: 'object' } }, ['links', 'meta']);
  const body: Schema = { data: arr(ref(e.reply)), links: ref('Liens'), meta: ref('Pagination') };
  if (e.reply === 'Operation') body['summary'] = ref('Totaux');
  return e.method === 'POST' ? obj({ data: arr(ref(e.reply)), meta: obj({ nb_crees: N }) }) : obj(body);
}
const errorReply = (description: string): Schema => ({
  description,
  content: { 'application/json': { schema: ref('Erreur') } },
});

function operation(e: Endpoint, fault: string | undefined): Schema {
  const names = [...e.path.matchAll(/\{(\w+)\}/g)].map((m) => m[1] as string);
  const query = (e.query ?? []).filter((q) => !(fault === 'openapi-missing-group-param' && q === 'group_id'));
  const responses: Schema = {};
  const ok = e.method === 'POST' ? '201' : '200';
  responses[ok] = {
    description: 'Succès',
    content: e.xml ? { 'application/rss+xml': { schema: S } } : { 'application/json': { schema: replySchema(e) } },
  };
  if (e.path === '/v1/settlements/derive')
    responses['200'] = {
      description: 'Rien à dériver sur la période',
      content: { 'application/json': { schema: replySchema(e) } },
    };
  if (!e.open) responses['401'] = errorReply('Clé absente ou inconnue');
  if (e.roles !== undefined) responses['403'] = errorReply('Rôle insuffisant');
  if (names.length > 0) responses['404'] = errorReply('Introuvable dans le périmètre');
  if (e.method === 'POST') {
    responses['400'] = errorReply('JSON illisible');
    responses['415'] = errorReply('Type de contenu non pris en charge');
  }
  if (e.path === '/v1/disputes' && e.method === 'POST')
    responses['409'] = errorReply('Un litige est déjà ouvert pour cette opération');
  if (query.length > 0 || e.method === 'POST') responses['422'] = errorReply('Données invalides');
  const out: Schema = {
    operationId: `${e.method.toLowerCase()}_${e.path
      .replace(/^\/v1\//, '')
      .replace(/\W+/g, '_')
      .replace(/_$/, '')}`,
    tags: [e.service],
    summary: e.resume,
    ...(e.roles === undefined ? {} : { description: `Rôles admis : ${e.roles}.` }),
    parameters: [
      ...names.map((name) => ({ name, in: 'path', required: true, schema: S })),
      ...query.map((name) => ({ name, in: 'query', required: false, ...QUERY[name] })),
    ],
    responses,
    security: e.open ? [] : [{ ApiKey: [] }],
  };
  if (e.method === 'POST') {
    const schema =
      e.path === '/v1/disputes'
        ? obj(
            {
              transaction_id: S,
              cd_motif: { ...S, enum: ['BND', 'DEB', 'FRN', 'FRD'] },
              montant: money('Montant contesté ; par défaut le montant demandé'),
              observation: { ...S, maxLength: 500 },
            },
            ['montant', 'observation'],
          )
        : obj(
            { periode_deb: day('Premier jour'), periode_fin: day('Dernier jour, avant aujourd’hui'), commerce_id: S },
            ['commerce_id'],
          );
    out['requestBody'] = { required: true, content: { 'application/json': { schema } } };
  }
  return out;
}

export function buildOpenApi(origin: string, fault: string | undefined): Schema {
  const paths: Record<string, Schema> = {};
  for (const e of ENDPOINTS) {
    if (fault === 'openapi-missing-disputes' && e.path === '/v1/disputes') continue;
    if (fault === 'openapi-missing-provisioning-export' && e.path.endsWith('/provisioning-export')) continue;
    (paths[e.path] ??= {})[e.method.toLowerCase()] = operation(e, fault);
  }
  if (fault === 'openapi-internal')
    paths['/v1/interne/cles-hsm'] = {
      get: {
        tags: ['interne'],
        summary: 'Liste des clés HSM (usage interne, ne pas diffuser)',
        responses: { 200: { description: 'Succès' } },
        security: [{ ApiKey: [] }],
      },
    };
  if (fault === 'openapi-stale-path')
    paths['/v1/reports'] = {
      get: {
        tags: ['rapports'],
        summary: 'Rapports (ancienne API)',
        responses: { 200: { description: 'Succès' } },
        security: [{ ApiKey: [] }],
      },
    };
  const header = fault === 'openapi-wrong-header' ? 'Authorization' : 'X-API-Key';
  return {
    openapi: '3.1.0',
    info: {
      title: 'Portail de flotte DAB – API de données',
      version: '1.14.2',
      description:
        'Contrat public en vigueur. Les membres abrégés (dh_term, mnt_serv, ...) viennent du back-office historique.',
    },
    servers: [{ url: origin }],
    tags: [...new Set(ENDPOINTS.map((e) => e.service))].map((name) => ({ name })),
    paths,
    components: { schemas: schemas(), securitySchemes: { ApiKey: { type: 'apiKey', in: 'header', name: header } } },
  };
}

interface CatalogGroup {
  service: Service;
  libelle: string;
  surfaces: readonly string[];
  events: readonly string[];
  notes: readonly string[];
}
const GROUPS: readonly CatalogGroup[] = [
  {
    service: 'compte_et_parc',
    libelle: 'Compte et vue du parc',
    surfaces: ['Tableau de bord', 'Profil du compte', 'Marque et DNS', 'Utilisateurs', 'Rapports'],
    events: ['heartbeat_stale', 'processor_outage', 'communication_flapping'],
    notes: ['Commencer par GET /v1/portal : lecture seule, limitée au périmètre de la clé.'],
  },
  {
    service: 'terminaux',
    libelle: 'Terminaux, emplacements, télémétrie',
    surfaces: ['Carte du parc', 'Fiche terminal', 'Supervision'],
    events: [
      'heartbeat_stale',
      'cash_low',
      'cash_out',
      'dispenser_fault',
      'compliance_expiration',
      'location_risk_change',
    ],
    notes: ['Un terminal hors périmètre répond comme un terminal inexistant.'],
  },
  {
    service: 'operations',
    libelle: 'Opérations et activité processeur',
    surfaces: ['Journal des opérations', 'Chronologie d’une opération'],
    events: [
      'decline_spike',
      'approval_rate_drop',
      'reversal_spike',
      'high_decline_velocity',
      'repeated_same_card_attempt',
    ],
    notes: ['Aucune donnée de carte n’est restituée.', 'amt_comp trie sur mnt_serv.'],
  },
  {
    service: 'pilotage',
    libelle: 'RMS, commandes, connecteurs, paramétrage',
    surfaces: ['Commandes à distance', 'Connecteurs', 'Groupes', 'Paramétrage'],
    events: ['command_failed', 'provisioning_failed'],
    notes: [
      'Le paramétrage est réservé aux rôles administrateur, gestionnaire et exploitant.',
      'L’activité des commandes et des travaux figure aussi au flux du terminal.',
    ],
  },
  {
    service: 'remises_et_litiges',
    libelle: 'Remises, versements, litiges',
    surfaces: ['Remises', 'Versements', 'Litiges'],
    events: ['settlement_mismatch'],
    notes: [
      'POST /v1/settlements/derive : administrateur. POST /v1/disputes : administrateur, gestionnaire.',
      'Une remise est visible si tous ses terminaux le sont.',
    ],
  },
  {
    service: 'conformite',
    libelle: 'Coffre de conformité et mise en service',
    surfaces: ['Coffre de conformité', 'Mise en service', 'Documents', 'Vidéos'],
    events: ['compliance_expiration', 'location_risk_change'],
    notes: ['Disponible uniquement dans l’instantané du portail ; aucun point d’accès dédié.'],
  },
];

export function buildCatalog(fault: string | undefined): unknown[] {
  const seen = new Set<string>();
  return GROUPS.map((g) => {
    let events = [...g.events];
    if (fault === 'catalog-dedupe-events') events = events.filter((e) => !seen.has(e));
    g.events.forEach((e) => seen.add(e));
    if (fault === 'catalog-event-renamed')
      events = events.map((e) => (e === 'dispenser_fault' ? 'dispenser_failure' : e));
    if (fault === 'catalog-event-missing' && g.service === 'operations')
      events = events.filter((e) => e !== 'repeated_same_card_attempt');
    const own = ENDPOINTS.filter(
      (e) => e.service === g.service && !(fault === 'catalog-no-writes' && e.method === 'POST'),
    );
    const api = own.filter((e) => !e.xml).map((e) => ({ method: e.method, path: e.path, description: e.resume }));
    if (g.service === 'conformite')
      api.push({
        method: 'GET',
        path: '/v1/portal',
        description: 'Groupes conformite, mise_en_service, documents et videos de l’instantané',
      });
    if (fault === 'catalog-stale-endpoint' && g.service === 'pilotage')
      api.push({
        method: 'GET',
        path: '/v1/terminals/{terminal_id}/firmware',
        description: 'Version logicielle (retiré)',
      });
    const feeds = own
      .filter((e) => e.xml && fault !== 'catalog-no-feeds')
      .map((e) => ({ path: e.path, titre: e.resume, type: 'application/rss+xml' }));
    if (g.service === 'operations' || g.service === 'pilotage') {
      for (const e of ENDPOINTS.filter(
        (x) => x.xml && fault !== 'catalog-no-feeds' && (g.service === 'operations' || x.path.includes('{')),
      ))
        feeds.push({ path: e.path, titre: e.resume, type: 'application/rss+xml' });
    }
    const out: Record<string, unknown> = {
      service: g.service,
      libelle: g.libelle,
      portal_surfaces: [...g.surfaces],
      api_endpoints: api,
      webhook_events: events,
      rss_feeds: feeds,
      notes: [...g.notes],
    };
    if (fault === 'catalog-missing-notes' && g.service === 'remises_et_litiges') delete out['notes'];
    if (fault === 'catalog-french-members') {
      out['evenements'] = out['webhook_events'];
      delete out['webhook_events'];
    }
    return out;
  });
}
