/*
 * The words of each concept: synonyms and abbreviations of this industry. Letter case, plural, diacritics and word separators
 * do not matter. A word may belong to several concepts.
 */

/** English words. Any unambiguous beginning of a word, and its consonants, abbreviate it. */
export const ENGLISH_WORDS = {
  access: 'access permission right entitlement capability privilege may can allowed flag scope grant acl',
  account: 'account acct',
  amount: 'amount amt sum value money cash cent minor',
  assignment: 'assignment assigned assignee assign asgn handler handling owner agent queue desk',
  branding: 'branding brand theme logo appearance look',
  command: 'command cmd order instruction operation action task',
  completed:
    'completed comp complete completion cmpl dispensed actual approved settled paid delivered taken charged applied collected authorised authorized final',
  compliance: 'compliance',
  connector: 'connector connection link line host processor endpoint uplink',
  count: 'count entry entries item number quantity qty tally num',
  create: 'create open file raise lodge submit new start',
  credit: 'credit cr',
  customer: 'account acct customer tenant company organisation organization org merchant client',
  date: 'date day on by at until due deadline',
  debit: 'debit dr db',
  deposit: 'deposit',
  derive: 'derive settle settlement generate compute run build',
  dispute: 'dispute disputed claim case chargeback',
  dns: 'dns domain hostname nameserver zone record',
  document: 'document doc paper file',
  due: 'due deadline answer respond reply until expire expiry',
  emv: 'emv chip icc contact contactless',
  entry: 'entry mode method',
  event: 'event type name code topic',
  family: 'family title name service label group',
  form: 'form submission',
  group: 'group cluster region segment',
  id: 'id identifier ref reference code key no nr number uuid guid uid',
  job: 'job run task',
  location: 'location loc place site address branch',
  method: 'method verb',
  net: 'net payout pyt payable pay due total transfer',
  onboarding: 'onboarding enrolment enrollment setup',
  organization: 'organization organisation org brand',
  parent: 'parent above upper within ancestor container',
  path: 'path route url uri href endpoint address',
  principal: 'principal user me self you caller viewer person identity current',
  reason: 'reason cause why ground',
  recent: 'recent latest last newest activity',
  report: 'report reporting',
  requested: 'requested req reqd rqst request asked ordered wanted intended',
  resolution: 'resolution resolve resolved outcome decision verdict ruling result finding',
  response: 'response resp rc approval result outcome reply disposition decision answer',
  reversal: 'reversal reverse reversed rev rvsl void refund adjustment storno',
  reviewer: 'reviewer reviewed review adjudicator examiner decider decided closed',
  sequence: 'sequence seq trace stan serial counter',
  settlement: 'settlement batch bno ach payout',
  status: 'status state sts st stat phase stage condition progress',
  surcharge: 'surcharge sur fee convenience',
  terminal: 'terminal term trm unit machine atm device kiosk station tid',
  time: 'time at when date datetime timestamp stamp instant moment clock occurred happened local on',
  timing: 'timing time schedule date at on opened closed settled posted effective created cutoff window period',
  total: 'total sum aggregate summary overall all sumtotal',
  transfer: 'transfer xfer',
  transaction: 'transaction txn trx tran tx movement purchase payment',
  type: 'type kind category class',
  user: 'user people person staff member colleague operator',
  vault: 'vault compliance safe',
  video: 'video film clip recording media',
  withdrawn: 'withdrawn withdrawal withdraw dispensed cash advance out wdl wdr wdrl',
} as const;

/** Words of columns that describe no documented member: free texts, and the networks and currencies of transactions, in some languages. */
export const NOTE_WORDS: ReadonlySet<string> = new Set(
  [
    'note notes remark remarks comment comments memo notiz bemerkung kommentar remarque commentaire nota notas observacion',
    'comentario observacao opmerking toelichting commento osservazione network netz netzwerk reseau rede netwerk',
    'currency ccy wahrung waehrung devise moneda moeda valuta version revision rev checksum hash digest etag archived deleted',
  ]
    .join(' ')
    .split(' '),
);

/** German, French, Spanish, Portuguese, Dutch and Italian words. The first four letters of a word may abbreviate it. */
export const FOREIGN_WORDS: Readonly<Partial<Record<keyof typeof ENGLISH_WORDS, string>>> = {
  access:
    'berechtigung recht zugriff droit acces permiso acceso permissao acesso recht toegang bevoegdheid permesso diritto accesso',
  account: 'konto kto compte cuenta conta rekening conto',
  amount: 'betrag betr summe wert montant somme importe monto valor quantia bedrag som importo valore',
  assignment:
    'zuweisung zugewiesen bearbeiter zustaendig sachbearbeiter affectation affecte assigne responsable asignacion asignado atribuicao atribuido responsavel toewijzing toegewezen behandelaar assegnazione assegnato assegnatario',
  branding: 'marke erscheinungsbild marque marca merk huisstijl marchio',
  command: 'befehl auftrag kommando commande ordre comando orden ordem opdracht bevel ordine',
  completed:
    'ausgezahlt auszahlung ausgegeben ausgefuehrt ausgefuhrt abgeschlossen tatsaechlich berechnet erhoben effectue percu percus preleve facture realise verse servi encaisse completado cobrado aplicado efectuado realizado pagado entregado dispensado concluido efetuado liquidado uitbetaald berekend geheven voltooid afgerond uitgevoerd completato applicato addebitato riscosso erogato effettuato pagato',
  compliance: 'konformitaet conformite cumplimiento conformidade naleving conformita',
  connector:
    'verbindung anbindung anschluss anschluesse konnektor konnektoren connecteur liaison conector conexion conexao verbinding connettore',
  count:
    'anzahl anz posten nombre cantidad asiento partida lancamento ecriture boeking quantidade aantal numero conteo comptage contagem conteggio',
  create: 'anlegen eroeffnen creer ouvrir crear abrir criar aanmaken openen creare aprire',
  credit: 'gutschrift haben guthaben avoir credito abono tegoed bijschrijving accredito',
  customer:
    'kunde mandant firma konto client entreprise societe compte cliente empresa cuenta klant bedrijf rekening azienda conto inquilino conta',
  date: 'datum dat tag date dh jour fecha dia data dag giorno frist',
  debit: 'belastung soll lastschrift prelevement debito debet cargo afschrijving addebito',
  deposit: 'einzahlung versement depot deposito depositado storting versamento insaettning innskudd wplata',
  derive: 'ableiten erzeugen abrechnen deriver generer derivar generar gerar afleiden derivare generare',
  dispute:
    'reklamation reklam streitfall beanstandung vorfall litige contestation reclamation disputa reclamo reclamacion reclamacao contestacao geschil betwisting contestazione',
  document: 'dokument unterlage piece documento stuk documenti',
  due: 'faellig fallig frist echeance vencimiento vencimento limite plazo prazo vervaldatum vervalt scadenza',
  emv: 'puce chipkarte',
  entry: 'eingabe saisie entrada invoer ingresso',
  event: 'ereignis evenement evento gebeurtenis',
  family: 'familie famille familia famiglia bezeichnung',
  form: 'formular formulaire formulario formulier modulo',
  group: 'gruppe grp groupe grupo groep gruppo',
  id: 'nummer kennung kennz kennzeichen schluessel schlussel numero num identifiant identificador chave clave codigo nummer kenmerk sleutel identificativo chiave codice',
  job: 'auftrag tache tarea tarefa taak lavoro',
  location:
    'standort ort adresse emplacement lieu ubicacion sitio localizacao local locatie plaats sede ubicazione luogo',
  net: 'netto nett neto liquido saldo pago pagamento paiement versement uitbetaling repasse versamento',
  onboarding:
    'aufnahme einrichtung inscription implantation implantacao implementacion alta incorporacion habilitacion adesao integracao aanmelding iscrizione',
  organization: 'organisation unternehmen organizacion organizacao organisatie organizzazione',
  parent:
    'uebergeordnet ubergeordnet eltern oberste superieur padre superior pai bovenliggend ouder genitore superiore',
  principal: 'benutzer nutzer anmelder utilisateur usuario utilizador gebruiker utente',
  reason: 'grund ursache raison motif cause motivo razon causa reden oorzaak motivo ragione',
  recent: 'letzte neueste juengste recente derniere reciente ultimo recente ultima laatste recente ultime',
  report: 'bericht berichtskatalog auswertung rapport informe reporte relatorio verslag rapporto',
  requested:
    'angefordert angefragt anforderung beantragt gewuenscht anf demande solicitado pedido requerido requisitado gevraagd aangevraagd richiesto',
  resolution:
    'loesung losung geloest gelost entscheidung ergebnis resultat resolution resolu decision resultado decision resolucion resuelto resolucao resolvido decisao oplossing opgelost beslissing uitkomst risoluzione risolto esito decisione',
  response: 'antwort antw ergebnis reponse respuesta resposta antwoord risposta esito',
  reversal:
    'stornierung rueckbuchung annulation extourne reversion reverso anulacion estorno reversao terugboeking storno annullamento',
  reviewer:
    'pruefer prufer geprueft verificateur examinateur relecteur relu reviseur revisor revisado revisto beoordelaar beoordeeld controleur revisore esaminato',
  sequence:
    'laufnummer lfdnr lfd folge sequenz ordre sequence secuencia sequencia volgnummer reeks sequenza progressivo',
  settlement: 'abrechnung stapel reglement lot lote liquidacion liquidacao afrekening verrekening regolamento lotto',
  status: 'zustand etat statut estado situacion situacao toestand stato',
  surcharge:
    'gebuehr gebuhr gebuehren geb aufschlag zuschlag entgelt frais supplement commission recargo comision tarifa sobretaxa taxa toeslag kosten sovrapprezzo commissione supplemento',
  terminal:
    'automat geraet gerat automate guichet cajero terminale terminaux caixa automaat toestel apparaat sportello bancomat dispositivo appareil',
  time: 'zeit uhrzeit zeitpunkt zeitstempel heure dh horodatage hora horario tijd tijdstip ora orario momento',
  timing:
    'zeitraum eroeffnet geschlossen periode fecha apertura cierre abertura fechamento periodo apertura chiusura ouverture cloture',
  total: 'gesamt gesamtsumme summe totaal totale totaux sommario',
  transfer: 'ueberweisung umbuchung virement transferencia overboeking trasferimento bonifico przelew',
  transaction:
    'transaktion vorgang buchung umsatz operation operacion transaccion transacao operacao transactie verrichting transazione operazione movimiento movimento mouvement',
  type: 'art typ genre categorie tipo clase classe soort tipologia',
  user: 'benutzer nutzer mitarbeiter utilisateur usuario utilizador gebruiker utente',
  vault: 'tresor coffre boveda cofre kluis cassaforte',
  video: 'aufnahme enregistrement grabacion gravacao opname registrazione',
  withdrawn:
    'auszahlung abhebung abgehoben ausgezahlt retrait retire retirada retirado retiro extraccion saque levantamento opname opgenomen prelievo prelevato sacado sacada',
};
