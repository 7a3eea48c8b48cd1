// A shop's next till, set up from a file of the first, in European Portuguese.
import type { SetupPart } from '../../../src-main/contract/setup-file.ts';
import type { Messages } from '../en.ts';
import { count, moments } from './formats.ts';

const moment = moments({ dateStyle: 'long', timeStyle: 'short' });

const parts: Record<SetupPart, (found: number) => string> = {
  paymentMethods: (found) =>
    `${count(found, { one: 'meio de pagamento', other: 'meios de pagamento' })}, e quais são dinheiro`,
  catalogue: (found) => `O catálogo: ${count(found, { one: 'produto', other: 'produtos' })}`,
  quickKeys: (found) => `Teclas rápidas: ${count(found, { one: 'tecla', other: 'teclas' })}`,
  receiptTexts: () => 'Textos do talão e logótipo',
  sellingRules: () => 'Limites das faturas simplificadas, leitor e etiquetas da loja',
  day: () => 'Regras do dia de trabalho',
  lockRules: () => 'O que precisa de um gerente, e quando a caixa se bloqueia',
};

export const ptPTSetupFile: Messages['setupFile'] = {
  title: 'Configurar outra caixa',
  hint: 'Para uma loja com várias caixas: guarde a configuração desta e leia o ficheiro na outra, depois de lá iniciar sessão.',
  holds:
    'O ficheiro tem meios de pagamento, catálogo, teclas rápidas, textos do talão e regras. Não tem sessão, PIN, operadores nem vendas.',
  save: 'Guardar um ficheiro de configuração',
  choose: 'Escolher um ficheiro de configuração',
  chooseTitle: 'Escolher um ficheiro de configuração',
  setupFiles: 'Ficheiros de configuração',
  found: (company, till, madeAtMs) => `De ${company}, ${till}, guardado em ${moment(madeAtMs)}.`,
  otherCompany:
    'Este ficheiro é de outra empresa. Os meios de pagamento ficam de fora: noutra empresa, os mesmos números são outros meios.',
  partsLegend: 'O que escolher substitui o que esta caixa tem',
  parts,
  use: 'Configurar esta caixa',
  using: 'A configurar a caixa…',
  used: 'Esta caixa está configurada com o ficheiro.',
};
