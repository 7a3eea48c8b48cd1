// The frame around the screens and what all of them share, in European Portuguese.
import type { Messages } from '../en.ts';
import { count, moments, numeral } from './formats.ts';

export const ptPTCommon: Messages['common'] = {
  cancel: 'Cancelar',
  back: 'Voltar',
  retry: 'Tentar de novo',
  loadMore: 'Mostrar mais',
  loading: 'A carregar…',
  shown: (shown, total) => `${shown} de ${total}`,
  none: '–',
};

export const ptPTFrame: Messages['frame'] = {
  productName: 'Counterfoil',
  starting: 'A abrir a caixa…',
  navigation: 'Ecrãs',
  screens: {
    sell: 'Vender',
    day: 'Dia',
    documents: 'Documentos',
    outbox: 'Por enviar',
    catalogue: 'Catálogo',
    figures: 'Resultados',
    settings: 'Definições',
  },
  connection: 'Ligação',
  connections: {
    online: 'Com ligação',
    offline: 'Sem ligação',
    sign_in_needed: 'Sessão necessária',
    paused: 'Envio parado',
  },
  waiting: (sales) => `${numeral(sales)} por enviar`,
  needPerson: (sales) => `${count(sales, { one: 'precisa', other: 'precisam' })} de atenção`,
  practiceBand: 'Prática – nada aqui é uma fatura verdadeira',
  pullPlug: 'Desligar o cabo',
  plugIn: 'Ligar o cabo',
  signInNeeded:
    'O serviço pede de novo a palavra-passe. Continue a vender: cada venda fica guardada aqui e será enviada quando alguém iniciar sessão.',
  openSignIn: 'Introduzir palavra-passe',
  paused: 'O envio está parado. Continue a vender: cada venda fica guardada aqui.',
  nextTry: (time) => `A próxima tentativa é às ${time}.`,
  seeWhy: 'Ver porquê',
  notices: 'Avisos',
  dismiss: 'Dispensar',
  screenFailed:
    'Não foi possível mostrar este ecrã. As vendas terminadas estão guardadas e não são afetadas.',
  showAgain: 'Mostrar de novo',
};

const time = moments({ timeStyle: 'short' });

export const ptPTMain: Messages['main'] = {
  closesTitle: 'O Counterfoil tem de fechar',
  openedFromOutside: (given) =>
    `Foi iniciado com «${given}», o que deixaria outros programas ler e alterar o que mostra. Inicie-o sem isso.`,
  folderTakesNoFiles: (folder) =>
    `Não é possível escrever ficheiros em ${folder}, onde a caixa guarda tudo. O disco pode estar protegido contra escrita, ou a pasta ser de outro utilizador. Resolva isso e inicie-o de novo.`,
  pageHopeless: (file) =>
    `O ecrã da caixa deixou de funcionar várias vezes, e tenta-se de novo. Todas as vendas terminadas estão guardadas e estão a ser enviadas. Reinicie o computador; se não resultar, os pormenores estão no registo, ${file}`,
  plainHttpTitle: 'Sem cifra',
  plainHttp: (address) => `A ligação a ${address} não é cifrada.`,
  plainHttpDetail:
    'Qualquer pessoa na rede pode ler a sua palavra-passe e alterar o que é faturado. Continue apenas se este endereço estiver na sua própria rede e souber porque não tem https.',
  plainHttpRefuse: 'Não ligar',
  plainHttpAccept: 'Ligar sem cifra',
  written: 'Está anotada',
  notWritten: 'Não a usar',
  stoppedOften: (times) =>
    `O Counterfoil parou sozinho ${times} vezes na última hora. Todas as vendas terminadas estão guardadas.`,
  startsAgain: (at, file) =>
    `Volta a arrancar sozinho às ${time(at)}. Se isto não acabar, reinicie o computador e peça ajuda. Os pormenores estão no registo, ${file}`,
  startNow: 'Arrancar já',
  saveReport: 'Guardar um relatório',
  wait: 'Esperar',
  reportSaved: (file) => `Guardado em ${file}`,
};
