// What a field is likely to be by its name, in the words of Portuguese and English services.

/** Longer names are cut: no real field name is longer. */
const longestName = 80;
const particles = new Set(['a', 'as', 'o', 'os', 'da', 'das', 'de', 'do', 'dos', 'of', 'the']);

/** Splits `precoUnitario` and `preço_unitário` into preco, unitario. */
export function wordsOf(name: string): readonly string[] {
  const plain = name
    .slice(0, longestName)
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/([\p{Ll}\d])(?=\p{Lu})/gu, '$1 ')
    .toLowerCase();
  return (plain.match(/\p{L}+|\d+/gu) ?? []).filter((word) => !particles.has(word));
}

/** Joins the words, without those at either end that only say what they are about. */
export function keyOf(words: readonly string[], subjects: ReadonlySet<string>): string {
  let [from, to] = [0, words.length];
  while (to - from > 1 && subjects.has(words[from] ?? '')) from += 1;
  while (to - from > 1 && subjects.has(words[to - 1] ?? '')) to -= 1;
  return words.slice(from, to).join('');
}

const set = (words: string): ReadonlySet<string> => new Set(words.split(' '));
/** Maps each name to its place in the order in which names count. */
const ordered = (words: string): ReadonlyMap<string, number> =>
  new Map(words.split(' ').map((word, index) => [word, index]));

/** Words for what the fields of a line are about; they say nothing more of a field. */
export const lineSubjects = set(
  'product produto prod article artigo art item line linha document documento doc detail detalhe',
);
const lineWords = set('line linha detail detalhe');
const documentWords = set('document documento doc');
/** Returns 0 for what is said of the product, 1 of the line itself, 2 of the whole document. */
export function distanceOf(words: readonly string[]): 0 | 1 | 2 {
  if (words.some((word) => documentWords.has(word))) return 2;
  return words.some((word) => lineWords.has(word)) ? 1 : 0;
}
/** Fields with just such a name may be a code or a description. */
export const productNames = set('product produto article artigo item');

const describing =
  'description designation designacao descricao denominacao name nome title titulo label desc fullname';
export const descriptionNames = ordered(`${describing} text texto`);
export const codeNames = ordered('code codigo cod ref reference referencia sku');
export const quantityNames = set('quantity quantidade qty qtd qtde qtt qnt quant');
/** These names say themselves that they are for one unit. */
export const unitPriceNames = set(
  'unitvalue unitprice priceunit precounitario valorunitario precounit valorunit unitamount pu',
);
export const priceNames = set('price preco pvp');
/** These may be for one unit or for all of them. */
export const valueNames = set('value valor amount montante');
export const lineTotalNames = set(
  'total subtotal totalvalue valortotal totalamount precototal totalprice totalliquido',
);
export const discountNames = set(
  'discount desconto discountpercent discountpercentage percentagemdesconto discountamount ' +
    'discountvalue valordesconto dto desc',
);
export const lineRateNames = set('taxrate taxaiva iva vat taxa rate tax vatrate ivarate imposto');
/** Words that name no description. */
export const notDescribing = set(
  'unit unidade un um tax taxa iva vat imposto rate warehouse armazem location local status estado ' +
    'state type tipo date data time hora created updated currency moeda group grupo family familia ' +
    'category categoria brand marca serie series serial lot lote barcode barras ean url link image ' +
    'imagem foto photo note notes nota notas obs observacoes remarks uuid guid key chave hash user ' +
    'utilizador id motive motivo reason isencao exemption colour color cor size tamanho lang language ' +
    'salesman vendedor origin origem country pais account conta class classe nature natureza ' +
    'operator operador employee empregado comment comentario table mesa project projeto',
);

const amountWords = 'payment pagamento document documento doc line linha';
export const amountSubjects = set(amountWords);
/** Words around the name of a way to pay. */
export const methodSubjects = set(`${amountWords} method metodo meio forma modo mode`);
const methods =
  'paymentmethod metodopagamento meiopagamento formapagamento paymenttype tipopagamento ' +
  'paymentmode modopagamento method metodo meio forma modo mode';
export const sureMethodNames = set(methods);
/** The last two may stand for the payment itself. */
export const methodNames = set(`${methods} payment pagamento`);
export const paidNames = set(
  'amount value valor total montante importancia paid pago amountpaid valorpago paidamount ' +
    'totalpaid recebido valorrecebido',
);

export const taxParents = set(
  'tax iva vat imposto taxrate taxa rate taxtype tipoimposto taxaiva vatrate',
);
export const taxNames = ordered(`${describing} taxname taxdescription`);
export const taxCodeNames = set('code codigo taxcode taxtype tipo type codigoimposto');
export const taxAmountNames = set(
  'taxamount taxvalue valoriva valorimposto ivaamount ivavalor vatamount vatvalue imposto ' +
    'impostovalor totaliva totalimposto totaltax taxtotal totalvat amounttax ivatotal montanteiva ' +
    'montanteimposto',
);
/** Amounts of the tax, unless a field beside them says otherwise. */
export const someAmountNames = set('amount value valor montante');
/** The tax, or its rate. */
export const bareTaxNames = set('iva vat tax');
export const taxBaseNames = set(
  'base baseamount basevalue taxable taxableamount taxablevalue taxbase basetax net netamount ' +
    'netvalue totalnet incidencia baseincidencia valorincidencia valorbase basetributavel ' +
    'valortributavel baseimponivel liquido valorliquido totalliquido baseiva baseimposto',
);
export const grossNames = set(
  'total totalamount totalvalue valortotal gross grossamount bruto valorbruto totalcomiva comiva',
);
export const taxRateNames = set(
  'taxrate rate taxa taxaiva ivataxa percentage percent percentagem taxpercentage taxpercent ' +
    'vatrate ivarate vatpercentage percentagemiva aliquota',
);

/** The lists that a document may have. */
export type ListRole = 'lines' | 'payments' | 'taxes';

/** Whole names of lists, those of creating first (service-api, Parameters of nested objects). */
export const listNames: Readonly<Record<ListRole, readonly string[]>> = {
  lines: ['details', 'lines', 'document_details', 'document_lines', 'line_details'],
  payments: ['payments', 'document_payments', 'payment_details', 'payment_lines'],
  taxes: ['taxes', 'document_taxes', 'tax_details', 'tax_lines'],
};
/** Words in names of lists, the more telling ones first: `tax_lines` are taxes. */
const listWords: readonly (readonly [ListRole, ReadonlySet<string>])[] = [
  ['payments', set('payment payments pagamento pagamentos recebimento recebimentos')],
  ['taxes', set('tax taxes imposto impostos iva ivas vat vats taxa taxas')],
  [
    'lines',
    set(
      'details detail detalhe detalhes lines line linha linhas items item itens artigos artigo ' +
        'articles article products product produtos produto positions',
    ),
  ],
];
/** Lists about something other than the document itself, or about what is yet to be paid. */
const otherLists = set(
  'origin origem source related relacionados relacionado previous anterior anteriores parent history ' +
    'historico shipping transport transporte email emails print prints due installments prestacoes ' +
    'vencimentos serie series options opcoes available',
);

export function listRoleOf(words: readonly string[]): ListRole | 'other' | null {
  if (words.some((word) => otherLists.has(word))) return 'other';
  return listWords.find(([, known]) => words.some((word) => known.has(word)))?.[0] ?? null;
}

/** Objects that only wrap what belongs to the document itself. */
export const wrappers = set(
  'data dados extended extra extras more content conteudo body lists listas document documento',
);
/** Names of a list within an object that is named after what it lists. */
export const plainLists = set('results resultados items item itens list lista rows data elements');
