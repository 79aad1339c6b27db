/** The same in German, French, Spanish, Portuguese, Dutch and Italian, in words without plural and diacritics. */
const IS_WHOLE =
  /\b(toda|todo|tutte|tutti|alle|tou|toute|aller) ((la|lo|le|les|as|os|de|die|der) )?(\w+ )?(fila|linea|linha|registro|transaccione|transaccion|transacoe|operacione|elemento|righe|transazioni|zeilen|umsaetze|transaktionen|ligne|operation|transaction|rijen|transactie)|\b(lista|liste|lijst|elenco) (completa|complete|vollstandig\w*|volledige|completo)\b|\b(no|nicht|pas|nao|niet|non) (solo|nur|seulement|uniquement|apena|alleen) (de |da |do |della |van |auf )?(la |le |die |der |a |de )?(pagina|page|seite)\b/;
const IS_OF_PAGE =
  /\b(esta pagina|la pagina actual|diese seite|dieser seite|cette page|la page courante|questa pagina|deze pagina|desta pagina)\b/;

/** Reads from a description which rows a total includes; `undefined` if it mentions neither or both. */
export function readDeclaredExtent(description: readonly string[]): 'page' | 'matching' | undefined {
  const text = description.join(' ');
  const isWhole =
    /\b(all|every|entire|whole|complete) (the )?(\w+ ){0,2}(row|rows|page|pages|result|results|match|matching|transaction|transactions|item|items)\b|\bnot (just|only) (the |this )?page\b|\bregardless of (the )?(page|limit)\b|\b(before|ignoring) (the )?(paging|limit)\b/.test(
      text,
    );
  const isOfPage =
    /\b(this|the|current|returned|shown) (page|rows|items)( only)?\b(?! (and|or))|\b(of|on|in) (this|the current) page\b/.test(
      text,
    );
  return isWhole || IS_WHOLE.test(text) ? 'matching' : isOfPage || IS_OF_PAGE.test(text) ? 'page' : undefined;
}
