// Tells from the name of a column in a catalogue file what the column may hold, in the languages of
// the programs that shops here come from.
import { columnFields, type ColumnField } from '../contract/catalogue.ts';
import { foldLetters } from './search-words.ts';
import { notSoldName, soldInPart, soldName } from './sold-words.ts';

/** Names that say on their own what a column holds. */
const exactNames: Readonly<Record<ColumnField, readonly string[]>> = {
  code: [
    ...['code', 'codigo', 'cod', 'ref', 'referencia', 'reference', 'sku', 'plu', 'codice', 'clave'],
    'rif',
    ...['item number', 'product number', 'internal reference', 'referencia interna', 'referenz'],
    ...['codigo artigo', 'codigo do artigo', 'cod artigo', 'codigo produto', 'codigo do produto'],
    ...['artikelnummer', 'artikelnr', 'artikel nr', 'art nr', 'artnr', 'codigo interno'],
    ...['reference interne', 'riferimento interno', 'interne referenz', 'codice articolo'],
    ...[
      'default code',
      'item key',
      'refa',
      'codart',
      'artikelcode',
      'sachnummer',
      'stock code',
      'clave articulo',
    ],
    ...['identificador', 'ugs', 'kod', 'kod towaru', 'productcode'],
  ],
  description: [
    ...['name', 'nome', 'nombre', 'nom', 'title', 'titulo', 'titre', 'titolo', 'denominacao'],
    ...['designacao', 'design', 'designation', 'denominacion', 'libelle', 'bezeichnung'],
    ...['artikelbezeichnung', 'artikelname', 'produktname', 'denominazione', 'descricao'],
    ...['description', 'nome do produto', 'nome do artigo', 'intitule', 'produkt', 'artikeltext'],
    ...['servico', 'servicio', 'prato', 'des', 'nazwa', 'naam', 'omschrijving'],
  ],
  barcodes: [
    ...['barcode', 'barcodes', 'ean', 'ean13', 'ean 13', 'ean 8', 'gtin', 'upc', 'codbarras'],
    ...['codebarre', 'codebarres', 'codebar', 'strichcode', 'gencod', 'gencode', 'isbn'],
  ],
  unitPrice: [
    ...['price', 'preco', 'pvp', 'unit price', 'preco unitario', 'preco venda', 'preco de venda'],
    ...['sales price', 'retail price', 'selling price', 'regular price', 'precio', 'prix', 'preis'],
    ...['prezzo', 'precio de venta', 'prix de vente', 'prezzo di vendita', 'verkaufspreis', 'vk'],
    ...['tarif', 'tarifa', 'precio unitario', 'prix unitaire', 'einzelpreis', 'prezzo unitario'],
    ...['list price', 'vkp', 'precovenda', 'cena', 'prijs', 'verkoopprijs', 'preco final'],
    ...['precio final', 'prix final', 'prezzo finale', 'final price', 'endpreis'],
  ],
  unit: [
    ...['unit', 'unidade', 'un', 'und', 'unid', 'uom', 'medida', 'unidade de medida', 'unidad'],
    ...['unite', 'einheit', 'unita', 'unit of measure', 'unidad de medida', 'unita di misura'],
    ...['um', 'uni', 'un med', 'mengeneinheit', 'u', 'jm', 'jednostka', 'eenheid', 'udm', 'ud'],
  ],
  soldBy: ['sold by', 'vendido por', 'venda por', 'vendido a', 'tipo de venda'],
  vatLabel: [
    ...['vat', 'iva', 'tva', 'tax', 'taxa', 'taxa iva', 'taxa de iva', 'vat rate', 'imposto'],
    ...['tax rate', 'impuesto', 'mwst', 'ust', 'steuersatz', 'imposta', 'aliquota', 'tipo iva'],
    ...['tipo de iva', 'vatrate', 'taxrate', 'taxaiva', 'txiva', 'customer taxes', 'btw'],
  ],
  group: [
    ...['group', 'grupo', 'familia', 'family', 'category', 'categoria', 'department', 'seccao'],
    ...['departamento', 'categories', 'famille', 'categorie', 'rayon', 'warengruppe', 'kategorie'],
    ...['reparto', 'seccion', 'famiglia', 'gruppe', 'gruppo', 'groupe', 'faminome', 'dept', 'wg'],
    ...['sector', 'setor', 'classe', 'section', 'tipo artigo', 'tipo de artigo', 'fam'],
  ],
  quickKey: ['quick key', 'quickkey', 'tecla', 'tecla rapida', 'hotkey', 'key'],
  colour: ['colour', 'color', 'cor', 'couleur', 'farbe', 'colore'],
  variant: [
    ...['variant', 'variante', 'variation', 'declinaison', 'variacao', 'variacion', 'variations'],
    ...['variants', 'variantes', 'variacoes', 'variaciones', 'declinaisons', 'value 1', 'value 2'],
    'value 3',
  ],
  active: [],
  inactive: [],
};

const tax = '(?:iva|vat|tva|mwst|ust|gst|btw|moms|igic|tax(?:es)?|taxe|imp|impostos?|impuestos?)';
const notIncluded =
  '(?:nao|no|not|non|nicht|pas) (?:inc|incl\\w*|inkl\\w*|compr\\w*|contem|enthalt\\w*)';
/** A price without tax, or the mean of what was sold. */
const unusablePrice = new RegExp(
  `\\b(?:s|sem|sin|sans|senza|ohne|hors|zzgl|mais|acresce|ex|exc|excl\\w*|exkl\\w*|escl\\w*|without` +
    `|before|plus|bez|zonder) ${tax}\\b|\\b${notIncluded} (?:\\w+ )?${tax}\\b` +
    `|\\b${tax} (?:${notIncluded}|exc|excl\\w*|exkl\\w*|esclus\\w*)\\b` +
    '|\\b(?:excl(?!usiv)\\w*|exkl(?!usiv)\\w*|escl(?!usiv)\\w*)$|\\b(?:net|netto\\w*|neto|liquido|imponib\\w+|subtotal|ht|average|avg|medio|moyen|durchschnitt\\w*)\\b',
  'u',
);
const withTax = new RegExp(
  `\\b(?:c|com|con|inc|incl\\w*|inkl\\w*|avec|mit|with|after|met|z) ${tax}\\b` +
    `|\\be?pvp?\\d* iva$|\\b${tax} (?:inc|incl\\w*|inkl\\w*|compr\\w*)\\b` +
    '|\\b(?:incl\\w*|inkl\\w*)$|\\b(?:ttc|brutto\\w*|bruto|lordo|ivato|gross)\\b',
  'u',
);
/** Returns whether the name of a tax says that prices are without it. */
export const saysWithout = (text: string): boolean =>
  unusablePrice.test(wordsOf(text.slice(0, longestName)));
/** People, accounts, documents and what was sold, none of which is in a list of products. */
const otherList =
  /^(?:(?:n o|no?|nr|num\w*|cod\w*|id|dat\w*|fecha|nom\w*|name) (?:(?:d[aeou]l?|of) )?)?(?:clientes?|clients?|customers?|kunden?|klant|klient|nif|contribuinte|cif|nit|dni|cnpj|cpf|siret|partita iva|p ?iva|iban|morada|endereco|direccion|address\w*|adress?e?|indirizzo|anschrift|tele(?:fon[eo]?|phone|movel)|phone|mobile|movil|e ?mails?|fa[ck]?tura|facture|invoice|rechnung(?:snr|snummer)?|fattura|recibo|receipt|ricevuta|scontrino|ticket|talao|kassenbon|documento?|encomenda|pedido|commande|hora|heure|uhrzeit|saldo|plafond|limite (?:de )?credito|salari\w*|salary|(?:first|last) name|apelidos?|apellidos?|razon social|ragione sociale)(?: (?:n o|no?|nr|num\w*|id|date|nome?|nombre|name))?$|^(?:vat|tax|iva|ust|btw) (?:id\w*|number|no|nr)\b|^(?:n o|no?|nr) (?:iva|tva|btw)$|\b(?:qtde?|qtds|qty|quant\w*|cant\w*|menge|uni\w+|valor|total) (?:vendid[oa]s?|sold|vendue?s?|vendut[aeio]|verkauft\w*)$|^(?:sold|sales|vendas|ventas|ventes|vendite|umsatz|faturacao)$/u;

const saying: readonly (readonly [RegExp, NonNullable<NamedColumn['says']>])[] = [
  [new RegExp(`${tax}\\d? ?incl|\\bincl\\w* ${tax}`, 'u'), 'with_tax'],
  [otherList, 'other_list'],
  [
    /\b(?:stocks?|existencias?|giacenz\w*|bestand|qtde?s?|qtds|qty|quant\w*|cantidad|menge|anzahl|unds|uds|nb|on hand|ilosc|stan|aantal|voorraad|estoque)\b/u,
    'count',
  ],
  [
    /^(?:tamanhos?|tam|sizes?|tailles?|tallas?|grosse|taglia|duracao|duration|duree|dauer|formatos?|formats?|capacidade|sabor(?:es)?|aromas?|flavou?rs?|modelos?|models?|cor(?:es)?|colou?rs?|couleurs?|farben?|colore)$/u,
    'variety',
  ],
];

/** How sure a name makes that a column holds something. */
const weakest = 0.5;
const weak = 1;
const contained = 2;
const exact = 3;
const ofPriceWithTax = 4;

/**
 * Words in a longer name. The first that matches counts, so that "preço c/ IVA" is a price and
 * "preço de custo" nothing.
 */
const nameWords: readonly (readonly [RegExp, ColumnField | null, number?])[] = [
  [otherList, null],
  [soldInPart, 'active', weak],
  [soldName, 'active'],
  [notSoldName, 'inactive'],
  [
    /^(?:variant )?(?:option|opcao|opcion|opzione) ?\w* (?:value|valore?s?|valeurs?|wert)(?: \d)?$|^(?:variant|variation|variante|variacao) (?:\d )?(?:name|nome|tit\w+|values?|valores?)$|^(?:val(?:eur|ore?)|wert) (?:d\w+ )?(?:la? )?(?:option|opcao|opcion|opzione) ?\d*$|^val(?:eur|ore?) d\w+ variac\w+(?: \d)?$|^(?:product )?(?:template )?(?:variant|attribute) values$/u,
    'variant',
  ],
  [
    /\b(?:sold by|vendido (?:por|a)|vendu (?:au|par)|venduto a|nach gewicht|(?:ao|al|por|a) peso|weighable|pesavel)\b|^(?!(?:cod|ref|plu|prec|pvp|desc|desig|nom|name|num|n o|no?|nr)\w* ).*\b(?:balan[cz]a|bilancia|waage|weegschaal|balance)\b/u,
    'soldBy',
  ],
  [/^(?:tipo|typ|type)$/u, 'soldBy', weakest],
  [
    /^(?=.*\b(?:tax|iva|tva|mwst|btw)\b).*\b(?:eat (?:out|in)|take ?away|ausser haus|emporter)\b/u,
    null,
  ],
  // What is paid for a product, what there is of it, its measures, and prices in other units.
  [
    /\b(?:\w*custos?|costs?|costes?|costos?|couts?|compras?|achats?|einkauf\w*|ek|acquist[oi]|purchases?|supply|wholesale|revenda|pcu?m?|puc|pm[cp]|pv[df]|lucro|profit|totale?|summe|gesamt\w*|\w+wert|(?:valore?|valeur|retail) (?:d\w+ )?(?:stock|magazzino|value)|beneficio|spanne|rohertrag|aufschlag|ricarico|markup|mg|coef\w*|trade prices?|ekp|gld|cu?m[up]p?|koszt\w*|kalkulations\w*|zakup\w*|inkoop\w*|kostprijs|revient|prmp|pamp|a[dc]?quisi\w+|einstand\w*|selbstkosten|buy(?:ing)?|forn)\b|^pa\b|^(?:ca|montant|importe|importo) (?:\w+ )?(?:ttc|ht)$|^(?:last|ult\w*|dernier|letzter?) (?!(?:\w+ )*(?:pvp\d*|venda|venta|vente|vendita|sale|retail|verkaufs\w*)\b)/u,
    null,
  ],
  [
    /\b(?:stocks?|inventory|inventario|inventaire|bestand|lager\w*|giacenz\w*|existencias?|esistenz\w*|disponibili\w*|qtde?|qtds|quantidade|quantity|quantities|qty|cantidad|quantite|menge|anzahl|quantita|nb|on hand|available|reorder|level|ilosc|stan|aantal|voorraad|estoque|entradas?|saidas?|marza|margem|margins?|margen|marge|margine|desconto|discount|descuento|remise|rabatt|sconto|points|pontos|deposit)\b/u,
    null,
  ],
  [
    /\b(?:peso|weight|poids|gewicht|waga|width|height|length|depth|largura|altura|comprimento|dimens\w+|volume|energy|kcal|kj|minor|cents?|centimos?|centavos?|centimes?|\d+ ?(?:g|kg|ml|l|cm|mm))\b/u,
    null,
  ],
  [
    /\b(?:fornecedor|supplier|proveedor|fournisseur|lieferant|fornitore|vendor|manufacturer|fabricante?|hersteller|data|date|datum|fecha|hora|time|marca|brand|marque|marke|obs|observacoes|notas|notes?|image\w*|imagem|imagen|foto|photo|bild|src|url|link|slug|handle|status|estado|tags?|seo|meta|published|active|ativo|tracker|taxable|rules?|class|type|tipo|option\d?|opcao|opcion|opzione|attribute|atributo|customer|cliente|recibo|receipt|fatura|factura|facture|invoice|rechnung|ricevuta|beleg\w*|kassenbon|quittung|scontrino|documentos?|transac\w*|order|pedido|ticket|talao|taric|intrastat|hs|ncm|cest|cfop|postal|postcode|plz|mpn|merk\w*|marka|producent|leverancier|dostawca|inclu\w* item|(?:item|artigo|articulo|article|articolo|artikel) inclu\w*)\b/u,
    null,
  ],
  [
    /\b(?:cod\w* ?(?:de )?barras?|barras|kreskow\w+|streepjescode|bar ?codes?|ean\d*|gtin|upc|cod\w* ?(?:a |de |di )?barres?|codebar\w*|gencode?|isbn|strichcode)\b/u,
    'barcodes',
  ],
  [
    /\b(?:sale|special|promo\w*|oferta|offer|campanha|solde|angebot\w*|aktion\w*|offerta|msrp|rrp|uvp|compare at|old|was|previous|ancien|antigo) (?:prices?|preco|precio|prix|preis|prezzo|at price)\b|\b(?:preco|precio|prix|prezzo|pvp|cena) (?:\w+ )?(?:promo\w*|oferta|offerta|especial|special|antigo|anterior|precedente|barre|conseille|recomendado|sugerido|consigliato)\b|\b(?:preco|precio|prix|prezzo) (?:d[eiu] )?(?:tabela|catalog\w*)\b|\b(?:recommended|suggested)\b|\b(?:msrp|rrp|uvp|pvpr|pvc|sonderpreis|aktionspreis|actieprijs|adviesprijs)\b/u,
    'unitPrice',
    weak,
  ],
  // What others pay than who comes to the counter, a kilo of what is in a packet, other currencies.
  [
    /^(?=.*\b(?:precos?|pvp\d*|prices?|precios?|prix|\w*preise?|prezz[oi]|listino|tarifs?|\w*prijs|cena)\b).*\b(?:grundpreis|kgs?|kilos?|quilos?|lit(?:ers?|res?|ros?|ri)|grosso|grossistas?|atacado|revend\w*|rivendit\w*|agent[ie]s?|distribu\w*|pro$|profes?s?ion\w*|b2b|funcionari\w*|staff|employees?|online|web|site|socios?|membros?|members?|vip|club\w*|trade|dealers?|mayor\w*|gros|ingrosso|handler|hurt\w*|prazo|parcel\w*|aplazad\w*|eat (?:out|in)|take ?(?:away|out)|ausser haus|emporter|asporto|para (?:levar|llevar)|delivery|caixas?|cx|box(?:es)?|cartons?|paletes?|packs?|usd|gbp|chf|brl|aoa)\b/u,
    'unitPrice',
    weakest,
  ],
  [
    /\b(?:precos?|pvp\d*|prices?|e?pv\d*|p(?:r|rc)? (?:venda|vta|venta|vendita|publico|unit\w*|retalho)|vk\w*|precios?|prix|preise?|\w+preis|prezz[oi]|listino|pu|tarif(?:as?|s)?|retail|cen[ay]|pris|\w*prij(?:s|zen))\b/u,
    'unitPrice',
  ],
  [/\b(?:valor|venda|venta|vente) (?:c|com|con|s|sem|sin|ttc|ht) ?(?:iva)?\b/u, 'unitPrice'],
  [/^(?:valor|vlr?)(?: unitario| (?:de )?venda)?$/u, 'unitPrice', weak],
  [/^(?:venda|venta|vente|vendita|verkauf(?: brutto)?|sell)$/u, 'unitPrice'],
  // The key of another table says nothing to a person.
  [
    /^(?=.*\bids?\b)(?:ids? (?:d[aeo] )?)?(?:product |item )?(?:categ\w*|tax(?:es)?(?: group)?|brand|button colou?r|colou?r|group|grupo|familia|famille|size|unit|uom|imposto|marca)(?: ids?)?$/u,
    null,
  ],
  [
    /\b(?:iva|vat|tva|mwst|ust|tax|taxa|taxes|taux|impuestos?|impostos?|aliq\w*|btw|moms|igic|gst|stawka|tasa|\w*steuer\w*|podat\w+)\b/u,
    'vatLabel',
  ],
  [/\b(?:tecla|hotkey|quick)\b/u, 'quickKey'],
  [/\b(?:cor|colou?r|couleur|farbe|colore)\b/u, 'colour'],
  [
    /\b(?:sub(?!total)\w*|grupo|group|familia|family|famille|famiglia|categoria|category|categ\w*|kategorien?|kategoria|grupa|\w*groep|\w*gruppe|department)\b/u,
    'group',
    weak,
  ],
  [/\b(?:unidade|unid|uom|unit|unidad|unite|unita|\w*einheit|eenheid|jedn\w*|udm|ud)\b/u, 'unit'],
  [/\bskus?\b/u, 'code', exact],
  [/\b(?:uuid|guid|token|external id)\b/u, 'code', weak],
  [/\b(?:codigo|cod|code|ref|referencia|reference|sku|codice|codes?|kod|symbol|indeks)\b/u, 'code'],
  [/\b(?:id|nr|no|number|numero|nummer|n)\b/u, 'code', weak],
  [/\b(?:long[ao]?|larg[oa]|longue|lang\w*|lung[oa])\b/u, 'description', weakest],
  [/\b(?:short|court|curt[oa]|cort[oa]|breve|seo|meta|kurz\w*)\b/u, 'description', weak],
  [
    /\b(?:designacao|designation|denominac\w+|nome|name|nombre|nom|title|nazwa|\w*naam)\b/u,
    'description',
  ],
  [
    /\b(?:descr?|descri\w+|opis|\w*omschrijving|\w+bezeichnung|mercadoria|beschreibung|libelle\w*|artigo|article|articulo|articolo|artikel\w*|produkt\w*|produto|producto|produit|prodotto|product|item)\b/u,
    'description',
  ],
  [
    /\b(?:sales|sold|revenue|turnover|umsatz|vendas|ventas|ventes|vendite|faturacao|vendid[oa]s?|vendus?|venduto|verkauft\w*|spent)\b/u,
    null,
  ],
];

/** What a name says. Of several columns that may hold a field, a score chooses one. */
export interface NamedColumn {
  /** Null if the name says that the column holds nothing of ours; undefined if it says nothing. */
  readonly field: ColumnField | null | undefined;
  /** From 0 to 4, more for a name that says it alone, and most for a price that is with tax. */
  readonly certainty: number;
  /** True for one without tax, or a mean, which is never the price that a shop sells at. */
  readonly isUnusablePrice: boolean;
  /**
   * What the column says of others: of each row whether its prices are with tax, how many of a
   * thing there are, in what products with the same name differ, or that they are no products.
   */
  readonly says: 'with_tax' | 'count' | 'variety' | 'other_list' | null;
}

const unnamed: NamedColumn = {
  field: undefined,
  certainty: 0,
  isUnusablePrice: false,
  says: null,
};

/** Longer names are cut: no real column name is longer. */
const longestName = 200;

export function namedColumn(name: string): NamedColumn {
  if (name === '') return unnamed;
  const words = wordsOf(name.slice(0, longestName));
  const exactField = exactFieldOf(words);
  const [, wordField, certainty = contained] =
    nameWords.find(([pattern]) => pattern.test(words)) ?? [];
  const field = exactField ?? wordField;
  const isPrice =
    field === 'unitPrice' || /^(?:c|com|con|s|sem|sin) iva$|\bht$|imponib/u.test(words);
  if (isPrice && unusablePrice.test(words)) {
    return { field: null, certainty: 0, isUnusablePrice: true, says: null };
  }
  const isWithTax = isPrice && certainty > weak && withTax.test(words);
  const sure =
    exactField !== undefined ? exact : field === undefined || field === null ? 0 : certainty;
  // A description is the name only where there is no other.
  const less = field === 'description' && /^(?:des(?:cr|k)|opis)/u.test(words) ? 0.2 : 0;
  const isShare = name.includes('%') && field !== 'vatLabel' && field !== 'unitPrice';
  return {
    field: isShare ? null : isWithTax ? 'unitPrice' : field,
    certainty: Math.max(0, (isWithTax ? ofPriceWithTax : sure) - laterBy(words) - less),
    isUnusablePrice: false,
    says: saying.find(([pattern]) => pattern.test(words))?.[1] ?? null,
  };
}

const ofManyLists = /^(?:saldo|balance|sales|sold|vendas|ventas|ventes|vendite|umsatz|faturacao)$/u;

/** Returns the names that belong to a list of sales or of people; none if it is only one. */
export function otherListNames(names: readonly string[]): readonly string[] {
  const others = names.filter((name) => namedColumn(name).says === 'other_list');
  // Lists of products have these too, such as what a stock is worth, or what was sold of it.
  if (others.every((name) => ofManyLists.test(foldLetters(name).trim()))) return [];
  const all = names.filter(
    (name) => others.includes(name) || /^(?:dat[aeu]m?|fecha|total\b.*)$/iu.test(name),
  );
  return all.length > 1 ? all : [];
}

const longestShared = 8;
const shortestShared = 3;

/**
 * Returns the names without what at least four and more than half of them share: a table that was
 * written out may put its own name behind each ("CODART", "DESART", "PVPART") or before it
 * ("Artikelpreis"). At least two letters are left of each. What tells less without it stays:
 * "Designação" and "Observação" only end alike.
 */
export function ownParts(names: readonly string[]): readonly string[] {
  const words = names.map((name) => (/^\p{L}+$/u.test(name) ? name.toLowerCase() : ''));
  for (let length = longestShared; length >= shortestShared; length -= 1) {
    const long = words.filter((word) => word.length >= length + 2);
    for (const [from, to] of [[-length], [0, length]] as const) {
      const partOf = (word: string): string => word.slice(from, to);
      for (const sharing of Map.groupBy(long, partOf).values()) {
        if (sharing.length < 4 || sharing.length <= names.length / 2) continue;
        const own = (name: string): string =>
          from === 0 ? name.slice(length) : name.slice(0, from);
        const parts = names.map((name, at) =>
          sharing.includes(words[at] ?? '') ? own(name) : name,
        );
        if (certaintyOf(parts) >= certaintyOf(names)) return parts;
      }
    }
  }
  return names;
}

const certaintyOf = (names: readonly string[]): number =>
  names.reduce((sum, name) => sum + namedColumn(name).certainty, 0);

/** "Preço 2" comes after "Preço 1", and after "Preço ao público". */
function laterBy(words: string): number {
  const number = Number(/(?<=\D)([2-9])(?!\d)/u.exec(words)?.[1] ?? 1);
  return number === 1 || /\b(?:ean|upc|gtin)/u.test(words) ? 0 : 3.3 + number / 20;
}

function exactFieldOf(words: string): ColumnField | undefined {
  const plain = words.replace(/ [1-9]$/u, '');
  const ofProduct = words.replace(
    /^(?:variant(?! (?:name|nome|tit))|product|produto|producto|produit|item|artigo|articulo|article|nl|en|de|fr|es|it|pt) /u,
    '',
  );
  return [words, plain, ofProduct]
    .map((each) => columnFields.find((field) => exactNames[field].includes(each)))
    .find((field) => field !== undefined);
}

/** Returns the name in lower case, without accents and signs; "PVPc/IVA" in words. */
function wordsOf(name: string): string {
  return foldLetters(name.replace(/(?<=\p{Ll})(?=\p{Lu})/gu, ' '))
    .replace(
      /(?<![\p{L}\p{N}])(?:\p{L}\.\s?){2,}(?:(?<=\.)\p{L}(?![\p{L}\p{N}/.]))?/gu,
      (initials) => `${initials.replaceAll(/[.\s]/gu, '')} `,
    )
    .replaceAll('+', ' mais ')
    .replaceAll('#', ' number ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .replace(/(?=(?:[cs] ?)?iva\d?\b)(?<=\be?pvp?\d*)/gu, ' ')
    .replace(/\b([cs])iva(?=\d?\b)/gu, '$1 iva')
    .replace(/\b(p[avu])(ttc|ht)\b/gu, '$1 $2')
    .replace(/(?=[1-9]$)(?<=\b\p{L}{3,})/gu, ' ')
    .replace(/\bmw st\b/gu, 'mwst')
    .trim();
}
