/** Names of fields: plain | alternative | abbreviated | German | Spanish | French. */
const TABLE = `
id|identifier|id|kennung|identificador|identifiant
terminal|atm|term|geraet|cajero|automate
terminals|atms|terms|geraete|cajeros|automates
transaction|operation|txn|buchung|operacion|operation
account|tenant|acct|mandant|cuenta|compte
connector|link|conn|anbindung|conector|connecteur
at|occurred_at|dt|zeitpunkt|fecha_hora|date_heure
terminalDate|local_date|date|datum|fecha|date
terminalTime|local_time|time|uhrzeit|hora|heure
zone|tz_name|tz|zeitzone|zona|fuseau
type|kind|typ|buchungsart|tipo|genre
sequence|trace|seq|laufnummer|secuencia|numero_ordre
accountType|from_account|acct_typ|kontoart|tipo_cuenta|type_compte
emv|chip_read|emv|chip_kennzeichen|chip|puce
response|outcome|resp|antwort|respuesta|reponse
amounts|money|amts|betraege|importes|montants
amountRequested|requested_amount|amt_req|betrag_angefordert|importe_solicitado|montant_demande
amountCompleted|dispensed|amt_comp|betrag_ausgefuehrt|importe_realizado|montant_effectue
surchargeRequested|fee_requested|sur_req|gebuehr_angefordert|recargo_solicitado|frais_demandes
surchargeCompleted|fee_charged|sur_comp|gebuehr_berechnet|recargo_cobrado|frais_percus
amount|value|amt|betrag|importe|montant
surcharge|fee|sur|gebuehr|recargo|frais
requested|demanded|req|angefordert|solicitado|demande
completed|done|comp|ausgefuehrt|realizado|effectue
card|card_hint|crd|karte|tarjeta|carte
summary|totals|sum|zusammenfassung|resumen|resume
totalSurcharge|surcharge_sum|tot_sur|summe_gebuehren|total_recargos|total_frais
totalWithdrawn|withdrawn_sum|tot_wd|summe_auszahlungen|total_retirado|total_retire
rowCount|number_of_rows|cnt|anzahl_zeilen|numero_filas|nombre_lignes
status|state|st|zustand|estado|etat
entries|items_in_batch|ents|posten|partidas|ecritures
creditCount|credits|cr_cnt|anzahl_gutschriften|num_creditos|nombre_credits
entryCount|number_of_entries|ent_cnt|anzahl_posten|num_partidas|nombre_ecritures
bank|bank_account|bnk|bankverbindung|banco|banque
address|postal_address|addr|anschrift|direccion|adresse
coordinates|geo|xy|koordinaten|coordenadas|coordonnees
parent|within|prnt|oberhalb|superior|parent_groupe
debitCount|debits|dr_cnt|anzahl_lastschriften|num_debitos|nombre_debits
totals|sums|tots|summen|totales|totaux
creditTotal|credit_sum|cr_tot|summe_gutschriften|total_creditos|total_credits
debitTotal|debit_sum|dr_tot|summe_lastschriften|total_debitos|total_debits
netPayout|payout|net|auszahlung_netto|pago_neto|versement_net
timing|schedule|tmg|zeiten|tiempos|horaires
openedAt|started_at|open_dt|eroeffnet|abierto_el|ouvert_le
closedAt|cutoff_at|close_dt|geschlossen|cerrado_el|ferme_le
settledAt|paid_at|settle_dt|ausgezahlt|liquidado_el|regle_le
reason|cause|rsn|grund|motivo|motif
dueDate|respond_by|due|frist|vencimiento|echeance
assignment|owner_info|asg|zuweisung|asignacion|affectation
assignee|owner|asg_to|bearbeiter|responsable|responsable_dossier
assignedAt|taken_at|asg_dt|zugewiesen|asignado_el|affecte_le
resolutionPart|closure|res|erledigung|cierre|cloture
resolution|decision|reso|ergebnis|resultado|issue
resolvedAt|decided_at|res_dt|erledigt|resuelto_el|resolu_le
review|examination|rev|pruefung|revision|controle
reviewer|examined_by|rev_by|pruefer|revisor|controleur
reviewNote|examination_note|rev_nt|pruefvermerk|nota_revision|note_controle
label|caption|lbl|bezeichnung|etiqueta|libelle
model|hardware|mdl|modell|modelo|modele
serial|serial_no|sn|seriennummer|serie|numero_serie
lastHeartbeatAt|last_seen|hb_dt|letztes_signal|ultima_senal|dernier_signal
name|title|nm|name_text|nombre|nom
street|address_line|str|strasse|calle|rue
city|town|cty|ort|ciudad|ville
region|province|reg|region_name|provincia|province
postcode|zip|zip_cd|plz|codigo_postal|code_postal
country|country_code|ctry|land|pais|pays
latitude|lat|lat|breite|latitud|latitude
longitude|lng|lon|laenge|longitud|longitude
groups|terminal_groups|grps|gruppen|grupos|groupes
terminalCount|size|term_cnt|anzahl_geraete|num_cajeros|nombre_automates
kind|category|knd|art|clase|espece
host|endpoint|hst|zielrechner|servidor|hote
checkedAt|tested_at|chk_dt|geprueft|comprobado_el|verifie_le
latencyMs|round_trip_ms|lat_ms|verzoegerung_ms|latencia_ms|latence_ms
command|action|cmd|befehl|orden|commande
queuedAt|created_at|q_dt|eingereiht|encolado_el|mis_en_file_le
completedAt|finished_at|c_dt|abgeschlossen|terminado_el|termine_le
requestedBy|issuer|by|angefordert_von|pedido_por|demande_par
email|mail|eml|e_mail|correo|courriel
role|profile_role|rl|rolle|rol|fonction
cashNotes|notes_left|cash_cnt|scheine|billetes|billets
dispenser|cash_unit|disp|ausgabe|dispensador|distributeur
observedAt|measured_at|obs_dt|beobachtet|observado_el|observe_le
version|revision|ver|fassung|version_num|version_numero
profile|template|prof|vorlage|perfil|profil
generatedAt|built_at|gen_dt|erzeugt|generado_el|genere_le
jobs|tasks|jbs|auftraege|trabajos|taches
step|stage|stp|schritt|paso|etape
plan|tier|pln|tarif|plan_cuenta|forfait
createdAt|since|cr_dt|angelegt|creado_el|cree_le
principal|me|usr|anmeldung|usuario_actual|utilisateur_courant
branding|appearance|brand|auftritt|marca|marque
dns|domain|dns_st|dns_zustand|dominio|domaine
access|permissions|acc|rechte|permisos|droits
users|people|usrs|benutzer|usuarios|utilisateurs
connectors|links|conns|anbindungen|conectores|connecteurs
transactions|operations|txns|buchungen|operaciones|operations_recentes
commands|actions|cmds|befehle|ordenes|commandes
forms|submissions|frms|formulare|formularios|formulaires
reports|report_catalog|rpts|berichte|informes|rapports
compliance|compliance_vault|cmpl|nachweise|cumplimiento|conformite
onboarding|setup|onb|einrichtung|alta|mise_en_route
documents|papers|docs|dokumente|documentos|pieces
videos|clips|vids|filme|videos_ayuda|films
color|accent|clr|farbe|color_marca|couleur
hostname|domain_name|hn|rechnername|dominio_nombre|nom_hote
batches|settlements|bats|abrechnungen|liquidaciones|reglements
disputes|cases|dsps|reklamationen|disputas|litiges
locations|sites|locs|standorte|ubicaciones|sites_liste
timeline|events|tl|verlauf|cronologia|chronologie
days|per_day|dys|tage|dias|jours
rows|lines|rws|zeilen|filas|lignes
payload|bundle|pld|nutzlast|carga|charge
export|dump|exp|ausleitung|exportacion|exportation
monitoring|telemetry|mon|ueberwachung|monitoreo|surveillance
connectorStatus|link_state|conn_st|anbindungszustand|estado_conector|etat_connecteur
location|site|loc|standort|ubicacion|site_unique
batch|settlement|bat|abrechnung|liquidacion|reglement
dispute|case|dsp|reklamation|disputa|litige
`;

const ENTRIES = TABLE.trim()
  .split('\n')
  .map((line) => line.split('|'));
const COLUMNS = { alternative: 1, abbreviated: 2, german: 3, spanish: 4, french: 5 } as const;
const POSITIONS = new Map(ENTRIES.map(([field], at) => [field ?? '', at]));

function toSnake(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}

/**
 * Returns the member name of a logical field in one of the naming styles.
 * @param type the type of the record, which the style `prefixed` puts before the name
 */
export function nameField(field: string, style: string, type: string): string {
  const snake = toSnake(field);
  const words = snake.split('_');
  const capitalize = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);
  const position = POSITIONS.get(field) ?? 200 + (field.length % 50);
  switch (style) {
    case 'camel':
      return words.map((word, at) => (at === 0 ? word : capitalize(word))).join('');
    case 'pascal':
      return words.map(capitalize).join('');
    case 'kebab':
      return words.join('-');
    case 'screaming':
      return snake.toUpperCase();
    case 'spaced':
      return words.join(' ');
    case 'prefixed':
      return `${toSnake(type)}_${snake}`;
    case 'opaque-numbered':
      return POSITIONS.has(field) ? `fld_${position + 1}` : `fld_x_${snake.length}${snake.charCodeAt(0)}`;
    case 'opaque-short':
      return POSITIONS.has(field)
        ? `${String.fromCharCode(97 + (position % 26))}${Math.floor(position / 26) + 1}`
        : `z${snake.length}${snake.charCodeAt(0)}`;
    case 'alternative':
    case 'abbreviated':
    case 'german':
    case 'spanish':
    case 'french':
      return ENTRIES[POSITIONS.get(field) ?? -1]?.[COLUMNS[style]] ?? snake;
    default:
      return snake;
  }
}
