// Whether a product is sold by the piece, which has no fractions, or by a measure.
import { foldText } from './fold-text.ts';

export const soldBys = ['piece', 'measure'] as const;
export type SoldBy = (typeof soldBys)[number];

/** `unit`: the product's unit decides. */
export const soldByChoices = ['unit', ...soldBys] as const;
export type SoldByChoice = (typeof soldByChoices)[number];

/** The units that shops write, here and next door, folded and without the dot. */
const units: Readonly<Record<SoldBy, ReadonlySet<string>>> = {
  piece: new Set([
    ...['un', 'uni', 'und', 'unid', 'unidade', 'unidades', 'unit', 'units', 'each', 'ea'],
    ...['pc', 'pcs', 'peca', 'pecas', 'piece', 'pieces', 'par', 'pares', 'pair', 'u', 'ud', 'uds'],
    ...['pz', 'pezzo', 'pezzi', 'pieza', 'piezas', 'unidad', 'unidades', 'unite', 'unita'],
    ...['st', 'stk', 'stck', 'stuck', 'stuk', 'stuks', 'szt', 'sztuka', 'sztuk', 'op', 'opak'],
    ...['paar', 'paire', 'paio'],
    ...['flasche', 'fles', 'bouteille', 'botella', 'bottiglia', 'btl', 'bt', 'boite', 'pot'],
    ...['caja', 'carton', 'karton', 'paquete', 'paquet', 'packung', 'pak', 'sac', 'bolsa', 'conf'],
    ...['emb', 'embalagem', 'cx', 'caixa', 'box', 'pack', 'pct', 'pacote', 'saco', 'lata', 'gf'],
    ...['garrafa', 'garrafas', 'bottle', 'bottles', 'bag', 'can', 'frasco', 'rolo', 'roll', 'kit'],
  ]),
  measure: new Set([
    ...['kg', 'kgs', 'kilo', 'kilos', 'quilo', 'quilos', 'kilograma', 'quilograma', 'quilogramas'],
    ...['kilogram', 'kilograms', 'g', 'gr', 'grs', 'grama', 'gramas', 'gram', 'grams', 'mg', 't'],
    ...['ton', 'tonelada', 'toneladas', 'tonne', 'tonnes', 'lb', 'oz'],
    ...['l', 'lt', 'lts', 'ltr', 'litro', 'litros', 'litre', 'litres', 'liter', 'liters'],
    ...['dl', 'cl', 'ml', 'hl', 'mililitro', 'mililitros', 'millilitre', 'millilitres'],
    ...['m', 'mt', 'mts', 'metro', 'metros', 'metre', 'metres', 'meter', 'meters'],
    ...['mm', 'cm', 'dm', 'km', 'm2', 'm3', 'cm2', 'cm3', 'ha'],
    ...['h', 'hr', 'hrs', 'hora', 'horas', 'hour', 'hours', 'min', 'minuto', 'minutos'],
    ...['minute', 'minutes', 'd', 'dia', 'dias', 'day', 'days'],
    ...['kilogramo', 'kilogramos', 'kilogramm', 'kilogramme', 'kilogrammes', 'chilo', 'metr'],
    ...['gramo', 'gramos', 'gramm', 'gramme', 'grammes', 'grammo', 'grammi', 'etto', 'chilogrammo'],
    ...['stunde', 'stunden', 'std', 'heure', 'heures', 'ora', 'ore', 'uur', 'godz'],
  ]),
};

/** Returns undefined if neither a person nor the unit says it. */
export const soldAs = ({
  soldBy,
  unit,
}: {
  readonly unit: string;
  readonly soldBy?: SoldBy | null;
}): SoldBy | undefined => soldBy ?? soldByUnit(unit);

/** Returns the unit of what is sold by weight or another measure; empty for the others. */
export const measureOf = (product: Parameters<typeof soldAs>[0]): string =>
  soldAs(product) === 'measure' ? product.unit : '';

/**
 * Returns undefined for a unit that says nothing; "500 g" and "1 kg" are a measure as "kg" is,
 * and so are "le kg" and "€/kg".
 */
export function soldByUnit(unit: string): SoldBy | undefined {
  const word = foldText(unit)
    .replace(/^[\d.,]+|^[€\s]*\/\s*|^(?:al?|the|les?|la|por|per|pro) |^l'/, '')
    .replace(/\.$/, '')
    .replace('(s)', 's')
    .trim();
  return soldBys.find((soldBy) => units[soldBy].has(word));
}
