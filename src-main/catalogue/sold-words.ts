// Tells which products of a list are sold, and which only stand in it still.
import { wordOf, yesAndNo } from './import-cells.ts';

export type SoldField = 'active' | 'inactive';

/** As names of columns and in their cells, in the languages of the programs that shops here use. */
const soldWords =
  'a[ck]?tiv[oa]?|active|actif|actief|attiv[oa]|aktywny|enabled|habilitado|ac?tivado|visible|' +
  'visivel|sichtbar|publi(?:shed|sh|cad[oa]|e)|unlisted|a venda|em linha|en vent[ae]|for sale';
const notSoldWords =
  'ina[ck]?tiv[oa]?|inactive|inactif|inactief|inattiv[oa]|nieaktywny|non attivo|disabled|' +
  'des(?:h?abilitad|ac?tivad)[oa]|desactive|disattivat[oa]|deaktiviert|draft|rascunho|borrador|' +
  'brouillon|entwurf|bozza|archived|ar(?:qu|ch)ivad[oa]|archive|archiviert|archiviat[oa]|' +
  'discontinued|descontinuad[oa]|descatalogad[oa]|deleted|apagad[oa]|eliminad[oa]|eliminat[oa]|' +
  'borrad[oa]|supprime|geloscht|hidden|ocult[oa]|invisivel|invisible|blocked|bloquead[oa]|bloque|' +
  'bloccat[oa]|gesperrt|suspenso|suspendido|suspended|obsolet[oae]|anulad[oa]|annule|private|' +
  'privad[oa]|trash|(?:en )?sommeil|geblokkeerd|fora de (?:venda|linha|uso)|' +
  'not for sale|(?:de )?ba(?:ix|j)a|fuori produzione|vervallen|wycofan[ey]|arrete';
const soldWord = new RegExp(`^(?:a|on|${soldWords})$`, 'u');
const notSoldWord = new RegExp(`^(?:i|off|${notSoldWords})$`, 'u');

/** Returns what a name is of one of these, before "(S/N)", "(0/1)" or other words for states. */
const nameOf = (words: string): RegExp =>
  new RegExp(
    '^(?:(?:(?!no )\\p{L}{1,2}|product|item|artigo|articulo|article|artikel) ){0,2}' +
      `(?:${words})(?: (?:${soldWords}|${notSoldWords}|0 1|[sy] n|sim nao|si no|oui non|yes no|ja nein))*$`,
    'u',
  );
/** What a web shop shows, or one shop of several sells, is not all that is sold. */
export const soldInPart =
  /^(?:product is available|exibir na loja|published|publicado|publie|visib(?:le|ilidade?|ilite|ility)|visivel(?: (?:no )?pos)?|sichtbar(?: is visible)?|(?:available for sale|disponivel para venda|disponible (?:para la venta|a la vente)|enabled(?! (?:for|on) )) .+)$/u;
export const soldName = nameOf(
  `${soldWords}|status|statut|estado|estatus|situac(?:ao|ion)|etat|stato|` +
    '(?:estado|etat|status) (?:d[eo] (?:artigo|produto)|venda|venta|vente)|product online|' +
    'to ?sell|sell on till|sellable|sale ok|can be sold|(?:pode|puede) ser vendid[oa]|' +
    'peut etre vendu|puo essere venduto|kann verkauft werden|available in pos|disponi\\w+ no pd[vp]',
);
export const notSoldName = nameOf(
  `${notSoldWords}|arch|n[ao]o? vender|bloquead[oa] (?:para )?vendas?`,
);

/**
 * Returns whether a cell says that its product is sold; undefined if it says neither. Yes says that
 * it is in an `active` column, and that it is not in an `inactive` one.
 */
export function isSold(cell: string, field: SoldField): boolean | undefined {
  const word = wordOf(cell);
  if (notSoldWord.test(word)) return false;
  if (soldWord.test(word)) return true;
  const isActive = field === 'active';
  // Web shops write -1 for a draft, and 2 for what is switched off; databases write -1 for yes.
  const isNo = yesAndNo.no.includes(word) || (isActive && /^(?:-1|2)$/u.test(word));
  if (isNo) return !isActive;
  return /^(?:x|-1)$/u.test(word) || yesAndNo.yes.includes(word) ? isActive : undefined;
}
