// One Portuguese sentence for each expected failure: what happened, what to do, and, if so, that
// nothing is lost.
import type { ServiceFieldError, UnreachableReason } from '../../../src-main/contract/errors.ts';
import { moneyFormat } from '../../../src-main/contract/format.ts';
import type { Cents } from '../../../src-main/contract/money.ts';
import { unusablePictures } from './display.ts';
import { count, moments, numbers, numeral, plural } from './formats.ts';
import { ptPTLockErrors } from './lock.ts';
import { ptPTDocumentRules } from './new-document.ts';
import { ptPTPrintingErrors } from './printing.ts';
import { ptPTNotReturnable, ptPTReturns } from './returns.ts';
import { ptPTSecondCopyErrors } from './second-copy.ts';
import { ptPTSpreadsheetErrors } from './spreadsheet.ts';
import { ptPTHindrances } from './update.ts';
import { ptPTPlaces } from './service-places.ts';
import { serviceSaid, type ErrorSentences } from '../sentences.ts';

const notItsAnswer = 'Em vez da resposta do serviço veio outra coisa, talvez de algo pelo caminho';

const unreachable: Record<UnreachableReason, string> = {
  refused: 'O serviço não responde.',
  no_such_host: 'O endereço do serviço não foi encontrado. Verifique o endereço e a rede.',
  no_network: 'Este computador não tem rede.',
  timeout: 'O serviço demorou demasiado a responder.',
  insecure: 'O endereço do serviço não consegue provar quem é, por isso nada lhe foi enviado.',
  broken_off: 'A ligação ao serviço foi interrompida.',
  proxy_unreachable:
    'O proxy indicado nas definições de rede deste computador não responde, por isso nada foi enviado. Verifique a rede.',
  proxy_refused:
    'O proxy desta rede não deixa a caixa chegar ao serviço. Pergunte a quem trata da rede.',
  proxy_unsupported:
    'As definições de rede deste computador indicam um proxy de um tipo que a caixa não sabe usar. Pode usar proxies HTTP e HTTPS sem palavra-passe.',
};

const invalidValues: ReadonlyMap<string, string> = new Map(
  Object.entries({
    serviceAddress: 'Este endereço do serviço não pode ser usado. Tem de começar por https://.',
    earlierAddress: 'Este endereço do serviço não pode ser usado. Tem de começar por https://.',
    proxyScript:
      'Este endereço de script de proxy não pode ser usado. Começa por http:// ou https://.',
    updateAddress: 'Este endereço não pode ser usado. Tem de começar por https://.',
    file: 'Este ficheiro não pode ser lido, ou tem mais de 1 GiB.',
    'cart.lines': 'Uma venda tem no máximo 1000 linhas. Retire a última e venda-a à parte.',
    total: 'Nenhuma venda chega a mais de 999.999,99. Verifique as quantidades e os preços.',
    'product.barcodes': 'Um destes códigos de barras já é de outro produto.',
  }),
);

const megabytes = (bytes: number): string => `${numeral(Math.ceil(bytes / 1_000_000))} MB`;
const seconds = numbers({ maximumFractionDigits: 1 });
const time = moments({ timeStyle: 'medium' });

const days = moments({ dateStyle: 'medium' });
/** At noon here, so that no time zone makes it another day. */
const day = (date: string): string => days(new Date(`${date}T12:00:00`));

const euros = moneyFormat('pt-PT');

/** A negative amount went out of the drawer. */
const moneySaid = (movedCents: Cents): string =>
  movedCents < 0
    ? `${euros(Math.abs(movedCents))} devolvidos da gaveta`
    : `${euros(movedCents)} postos na gaveta`;

const serviceSays = (errors: readonly ServiceFieldError[]): string =>
  errors.length === 0 ? '' : ` A resposta foi: ${serviceSaid(errors, ptPTPlaces)}`;

export const ptPTErrors: ErrorSentences = {
  invalid_value: ({ field }) =>
    invalidValues.get(field) ?? `O valor de «${field}» não pode ser usado. Verifique-o, por favor.`,
  not_practice: () => 'Isso só é possível na prática.',
  not_signed_in: () => 'Ninguém tem sessão iniciada. Inicie sessão ou escolha a prática.',
  sign_in_refused: ({ errors }) =>
    `O serviço não aceitou o início de sessão. Verifique o utilizador, a palavra-passe e os códigos.${serviceSays(errors)}`,
  wrong_company: ({ expected, actual }) =>
    `Esta sessão é de ${actual}, mas pretendia-se ${expected}. Não foi iniciada sessão; as vendas por enviar continuam guardadas.`,
  wrong_till: ({ expected, actual }) =>
    `Esta sessão é da caixa ${actual}, mas pretendia-se a caixa ${expected}. Não foi iniciada sessão; as vendas por enviar continuam guardadas.`,
  till_unknown: () =>
    'O serviço não diz a que caixa pertence esta sessão. Indique também o código da caixa.',
  service_unreachable: ({ reason }) => unreachable[reason],
  not_the_service: ({ status }) =>
    `Respondeu algo que não é o serviço de faturação (${status}), talvez a página de acesso da própria rede. Verifique o endereço.`,
  service_failed: ({ status, isPage }) =>
    `${isPage ? `${notItsAnswer} (${status}).` : `O serviço está com um problema (${status}).`} Tente de novo mais tarde.`,
  service_busy: ({ retryAfterMs, isPage }) => {
    const busy = isPage ? `${notItsAnswer}, ou o serviço está ocupado.` : 'O serviço está ocupado.';
    return retryAfterMs === null
      ? `${busy} Tente de novo dentro de momentos.`
      : `${busy} Tente de novo dentro de ${Math.ceil(retryAfterMs / 1000)} segundos.`;
  },
  answer_invalid: ({ field }) =>
    `Não foi possível compreender a resposta do serviço (${field}). Avise quem cuida da caixa.`,
  answer_too_large: () => 'A resposta do serviço era demasiado grande para ser lida.',
  service_refused: ({ errors }) => `O serviço recusou.${serviceSays(errors)}`,
  token_refused: () => 'O serviço pede de novo a palavra-passe. As vendas continuam guardadas.',
  not_permitted: () =>
    'O serviço não permite isto ao utilizador atual. Fale com um gerente; as vendas continuam guardadas.',
  not_found: () => 'Não foi encontrado.',
  method_not_allowed: () =>
    'O serviço não oferece isto no seu endereço. Verifique o endereço; as vendas continuam guardadas.',
  cart_empty: () => 'Ainda não há nada para vender. Acrescente primeiro uma linha.',
  total_not_positive: () =>
    'O total tem de ser superior a zero. Verifique os preços e o desconto. Para oferecer um artigo, acrescente-o a uma venda paga, com 100 % de desconto na linha dele.',
  payment_method_unknown: () => 'Este meio de pagamento já não existe. Escolha outro.',
  tendered_too_little: () => 'O valor entregue é inferior ao total.',
  change_without_cash: () =>
    'Só o numerário tem troco. Os meios que entram na gaveta indicam-se nas Definições.',
  document_rule: ({ rule }) => ptPTDocumentRules[rule],
  over_simplified_limit: ({ limitCents }) =>
    `Uma fatura simplificada para este cliente não pode passar de ${euros(limitCents)}. Acima disso é precisa uma fatura completa.`,
  invoice_kind_unknown: () =>
    'Ainda não foi escolhido nenhum tipo de fatura. Escolha-o em Definições, Faturas completas. Entretanto, a venda fica guardada.',
  return_not_set_up: () =>
    'A loja ainda não escolheu o que aceita artigos de volta. Escolha-o em Definições, Devoluções.',
  return_trial_open: ({ reference }) =>
    `A primeira devolução (${reference}) aguarda o serviço. O que ela mostrar decide como se fazem as outras, por isso estas esperam.`,
  not_returnable: ({ why }) => ptPTNotReturnable[why],
  returned_too_much: ({ what }) =>
    `Seria devolvido mais de «${what}» do que resta. Veja o que já foi devolvido.`,
  returned_beyond: ({ docKey }) =>
    `Foi devolvido mais de ${docKey} do que se vendeu: outra caixa também aceitou artigos de volta. Veja as devoluções em Documentos e avise quem faz a contabilidade.`,
  return_not_asked: ({ why, limitCents }) =>
    ptPTReturns.notAsked(why, limitCents === null ? null : euros(limitCents)),
  known_customer_needed: () =>
    'Isso precisa de um cliente que o serviço conheça. Escolha um, ou deixe-o de fora.',
  customer_needed: () =>
    'Uma fatura tem de identificar o cliente. Escreva o NIF, ou escolha um cliente conhecido.',
  same_sale_again: ({ reference }) =>
    `O mesmo foi vendido há instantes (${reference}). É outra venda?`,
  cart_not_empty: () => 'Há outra venda em curso. Termine-a ou suspenda-a primeiro.',
  product_taken: ({ field, value, owner }) =>
    `${field === 'code' ? 'O código' : 'O código de barras'} ${value} é de «${owner.description}» (${owner.code}).`,
  nothing_to_undo: () => 'Já não se pode anular: entretanto foi alterada outra coisa.',
  catalogue_changed: () =>
    'Foram alterados produtos à mão depois de o ficheiro ser lido. Leia-o de novo, para que nada se perca.',
  products_changed: () =>
    'Entretanto alteraram-se produtos. Não se fez nada: veja de novo a pré-visualização.',
  change_under_way: () => 'Estão a alterar-se muitos produtos. Espere que acabe, ou pare.',
  change_stopped: () => 'Parado. O catálogo está como estava.',
  change_no_room: ({ neededBytes }) =>
    `O disco tem pouco espaço para alterar tantos produtos de uma vez; o catálogo está como estava. É preciso haver ${Math.ceil(neededBytes / 1_000_000)} MB livres.`,
  catalogue_unreadable: () =>
    'Não se consegue ler nenhum produto deste ficheiro desta forma. Verifique o separador e as colunas.',
  ...ptPTSpreadsheetErrors,
  ...ptPTSecondCopyErrors,
  import_under_way: () => 'Está a ser lido ou usado outro ficheiro. Espere por ele, ou descarte-o.',
  too_many_labels: ({ labels, most }) =>
    `Seriam ${labels} etiquetas. Imprimem-se no máximo ${most} de cada vez: procure menos produtos, ou imprima menos de cada um.`,
  no_labels: () => 'Não há nenhum produto escolhido para uma etiqueta.',
  overtaken: () => 'Já se está a procurar outra coisa.',
  export_under_way: () => 'Está em curso outra exportação.',
  export_cancelled: () => 'A exportação foi cancelada; não ficou nenhum ficheiro.',
  import_cancelled: () => 'A leitura foi interrompida. O catálogo está como estava.',
  unsent_sales: ({ count }) =>
    plural(count, {
      one: 'Uma venda ainda não chegou ao serviço. Tem de ser enviada primeiro; veja em «Por enviar».',
      other: `${numeral(count)} vendas ainda não chegaram ao serviço. Têm de ser enviadas primeiro; veja em «Por enviar».`,
    }),
  sale_open: () =>
    'Está uma venda em curso. Termine-a, suspenda-a ou limpe-a primeiro; depois mude.',
  sales_wait: ({ count }) =>
    plural(count, {
      one: 'Uma venda ainda não chegou ao serviço.',
      other: `${numeral(count)} vendas ainda não chegaram ao serviço.`,
    }),
  sale_moved_on: () =>
    'Entretanto a venda mudou de estado, por isso nada foi feito. Veja de novo o seu estado.',
  still_looking: ({ untilMs }) =>
    `A caixa ainda está a averiguar o que aconteceu a esta venda. Pode decidir a partir das ${time(untilMs)}.`,
  guarded_by_till: ({ name }) =>
    `Isto é comum a todas as caixas deste computador, e quem decide são os gerentes de «${name}». Abra essa caixa e altere-o aí.`,
  second_documents: ({ count }) =>
    plural(count, {
      one: 'Uma venda tem afinal um segundo documento no serviço, por isso a sessão continua aberta. Veja «Por enviar».',
      other: `${numeral(count)} vendas têm afinal um segundo documento no serviço, por isso a sessão continua aberta. Veja «Por enviar».`,
    }),
  day_is_off: () => 'Os dias estão desligados. Ligam-se em Definições, O dia de trabalho.',
  day_is_open: () => 'Já há um dia aberto.',
  day_not_open: () => 'Não há dia aberto. Abra-o em Dia: o que está a ser vendido fica onde está.',
  count_void: () => 'Houve movimentos de dinheiro desde que a gaveta foi contada. Conte-a de novo.',
  left_too_much: () => 'Não se pode deixar na gaveta mais do que foi contado.',
  day_settings_damaged: () =>
    'Não foi possível ler as definições do dia de trabalho. Continue a vender, e defina-as de novo em Definições, O dia de trabalho: até lá, qualquer diferença de caixa passa o limite.',
  money_given_back: ({ reference, movedCents }) =>
    `A gaveta tem ${euros(Math.abs(movedCents))} a ${movedCents < 0 ? 'menos' : 'mais'} do que o valor da venda ${reference}, que o serviço tem. Veja-a em «Por enviar»; o próximo relatório Z refere-a.`,
  money_not_booked: ({ reference, movedCents }) =>
    `Não há dia aberto, por isso nenhum dia conta o dinheiro da venda ${reference} (${moneySaid(movedCents)}). Registe-o como entrada ou saída quando houver um dia aberto.`,
  not_finalized: () => 'O documento não está finalizado, por isso não tem talão.',
  no_fiscal_marks: () =>
    'O serviço não enviou ATCUD nem código QR deste documento, e as Definições dizem para não imprimir talões sem eles. Entregue ao cliente o PDF do serviço.',
  disk_full: () =>
    'O disco está cheio e não foi possível guardar. Liberte espaço e tente de novo; as vendas anteriores estão seguras.',
  disk_failing: ({ detail }) =>
    `O disco deste computador falhou a ler ou a escrever (${detail}). Pode avariar em breve: faça hoje uma cópia para uma pen (Definições, Cópias de segurança) e mande substituir o disco. Continue a vender; o que está guardado está seguro enquanto o disco durar.`,
  disk_nearly_full: ({ freeBytes, neededBytes }) =>
    `O disco deste computador está quase cheio: há ${megabytes(freeBytes)} livres e a caixa pode precisar de ${megabytes(neededBytes)} num mês. Liberte espaço, ou peça ajuda, antes que deixe de poder vender.`,
  disk_slow: ({ tookMs }) =>
    `O disco deste computador está lento há meia hora: guardar demora ${seconds(tookMs / 1_000)} segundos. Pode ser outro programa a ocupá-lo, ou o disco a avariar: se continuar, faça uma cópia para uma pen e mande ver o disco.`,
  store_damaged: ({ file }) =>
    `O ficheiro de dados da caixa está danificado: ${file}. Não o apague; peça ajuda.`,
  store_in_use: () =>
    'Esta caixa está aberta noutro programa deste computador. Feche-o primeiro; todas as vendas estão seguras.',
  store_newer: ({ file }) =>
    `Os dados da caixa foram escritos por um Counterfoil mais recente: ${file}. Instale a versão mais recente.`,
  store_other_till: ({ file }) =>
    `O ficheiro no lugar desta caixa é de outra empresa ou caixa: ${file}. Reponha uma cópia desta caixa ou peça ajuda.`,
  store_failed: ({ detail }) =>
    `Não foi possível ler ou escrever os dados da caixa (${detail}). Verifique se o disco está ligado e permite escrever, e tente de novo.`,
  store_gone: ({ file }) =>
    `Os dados desta caixa desapareceram: ${file} foi apagado, ou o disco não está ligado. A caixa recomeça do zero e não sabe o que vendeu antes. Reponha os dados com o programa fechado, ou reponha uma cópia (Definições, Cópias de segurança): as vendas por enviar só estão lá.`,
  store_salvaged: ({ file, sales }) =>
    `O ficheiro de dados da caixa ${file === null ? 'desapareceu' : `estava danificado. Foi posto de parte em ${file}`} e ${plural(sales, { one: 'recuperou-se uma venda', other: `recuperaram-se ${numeral(sales)} vendas` })}${file === null ? ' das suas cópias' : ''}. O que não estava confirmado é procurado no serviço antes de ser enviado. Compare as vendas de hoje com os seus papéis${file === null ? '' : ' e guarde o ficheiro'}.`,
  store_decayed: () =>
    'Uma parte do ficheiro de dados da caixa já não pode ser lida. Continue a vender: o que se vende agora fica guardado. A caixa repara o ficheiro sozinha quando nada se vender durante dez minutos, ou no próximo arranque; demora um ou dois minutos. Para o reparar já, feche a caixa e volte a abri-la.',
  store_restored: ({ sales }) =>
    `Os dados da caixa são uma cópia, de segurança ou de outro computador. As vendas por enviar (${sales}) são primeiro procuradas no serviço; demora alguns minutos.`,
  store_older: ({ sales }) =>
    `O serviço tem vendas que os dados desta caixa não conhecem: os dados são anteriores ao que se vendeu, ou está em uso uma segunda cópia da caixa. As vendas por resolver (${sales}) são primeiro procuradas. Use apenas uma cópia a partir de agora.`,
  document_id_used_again: ({ reference }) =>
    `O serviço deu a outra venda o documento da venda ${reference}: pode ter perdido documentos, ou a sessão pode ser de outra empresa. Está a comparar-se o que o serviço tem com as vendas desta caixa.`,
  documents_fewer: () =>
    'O serviço mostra menos documentos do que antes: pode ter perdido alguns, ou a sessão pode ser de outra empresa. Está a comparar-se o que tem com as vendas desta caixa; o ecrã «Por enviar» diz o que falta.',
  clock_differs: ({ aheadMs }) =>
    `O relógio deste computador está ${aheadMs > 0 ? 'adiantado' : 'atrasado'} ${count(Math.round(Math.abs(aheadMs) / 60_000), { one: 'minuto', other: 'minutos' })} em relação ao do serviço. Acerte-o: os documentos levam a sua data e hora.`,
  day_differs: ({ here, there }) =>
    `Neste computador é dia ${day(here)}, e no serviço é dia ${day(there)}. Verifique a data e o fuso horário do computador: os documentos levam a sua data.`,
  carts_restored: ({ carts }) =>
    `Os dados da caixa são uma cópia, e podem ser anteriores ao que se vendeu. Contêm ${count(carts, { one: 'venda suspensa', other: 'vendas suspensas' })} ou em curso: antes de vender, confirme que não ${plural(carts, { one: 'foi já vendida', other: 'foram já vendidas' })}.`,
  catalogue_set_aside: ({ file }) =>
    `O ficheiro do catálogo estava danificado e foi posto de parte em ${file}. Importe de novo o catálogo; até lá, venda com artigos diversos. As vendas não são afetadas.`,
  catalogue_gone: ({ file }) =>
    `A caixa tinha produtos, e o catálogo está agora vazio: o ficheiro ${file} foi apagado, ou os dados da caixa vieram de outro computador. Reponha o ficheiro com o programa fechado, ou importe de novo o catálogo; até lá, venda com artigos diversos. As vendas não são afetadas.`,
  catalogue_damaged: () =>
    'Não é possível ler esta parte do catálogo. Importe de novo o catálogo; até lá, use artigos diversos. As vendas não são afetadas.',
  settings_set_aside: ({ file }) =>
    `Não foi possível ler as definições, que foram postas de parte em ${file}. Estão em uso as habituais; as vendas não são afetadas.`,
  recovery_key_not_written: () =>
    'A nova chave de recuperação não está em uso: ninguém confirmou que foi anotada.',
  update_found: ({ version }) =>
    `Existe a versão ${version} do programa. Definições, Atualizações diz o que há de novo; nada é instalado sem o seu acordo.`,
  update_not_fetched: ({ detail }) =>
    `Não foi possível obter a atualização; a caixa continua como está. Tente mais tarde. (${detail})`,
  update_no_room: ({ neededBytes }) =>
    `O disco tem pouco espaço para a atualização, por isso não foi obtida; a caixa continua como está. É preciso haver ${Math.ceil(neededBytes / 1_000_000)} MB livres.`,
  update_not_signed: () =>
    'O que está no endereço das atualizações não está assinado pelo autor deste programa, por isso nada foi usado. Confirme o endereço com quem lhe forneceu o programa.',
  update_not_now: ({ why }) => ptPTHindrances[why],
  update_not_installed: () =>
    'O sistema recusou a atualização. A caixa continua na versão que tinha; nada se perdeu.',
  started_again: () =>
    'A caixa parou e voltou a arrancar sozinha. As vendas terminadas estão guardadas; a venda em curso está como foi guardada da última vez.',
  restore_under_way: () => 'Está a ser vista outra cópia. Espere que termine.',
  backup_not_looked_at: () =>
    'Entretanto o ficheiro da caixa ou a cópia mudou. Veja a cópia de novo; nada foi mudado.',
  setup_file_unusable: ({ problem, field }) => {
    switch (problem) {
      case 'foreign':
        return field === null
          ? 'Isto não é um ficheiro de configuração de uma caixa. Nada foi mudado.'
          : `Este ficheiro tem um valor que não pode estar certo (${field}). Guarde-o de novo na outra caixa; nada foi mudado.`;
      case 'newer':
        return 'Este ficheiro é de um Counterfoil mais recente. Instale primeiro essa versão; nada foi mudado.';
      case 'cut_off':
        return 'Falta o fim deste ficheiro. Copie-o de novo da outra caixa; nada foi mudado.';
      case 'unreadable':
        return 'Já não se consegue ler o ficheiro. A pen ainda está ligada? Nada foi mudado.';
      case 'changed':
        return 'O ficheiro mudou desde que o viu. Escolha-o de novo; nada foi mudado.';
    }
  },
  recovery_key_wrong: ({ isKey }) =>
    isKey
      ? 'Esta chave de recuperação não abre esta cópia. Foi impressa outra, antes ou depois?'
      : 'Isto não é uma chave de recuperação. Compare-a com o papel.',
  token_not_kept: () =>
    'Este computador não tem onde guardar a sessão em segurança, por isso a caixa pede-a em cada arranque. As Definições podem permitir guardá-la mesmo assim.',
  file_not_written: ({ file }) =>
    `Não foi possível escrever o ficheiro: ${file}. Verifique a pasta e o disco.`,
  picture_unusable: ({ reason }) => unusablePictures[reason],
  print_failed: ({ detail }) =>
    `A impressão falhou (${detail}). Verifique a impressora e imprima de novo.`,
  no_printer: () => 'Não há impressora instalada neste computador.',
  ...ptPTLockErrors,
  ...ptPTPrintingErrors,
  unexpected: ({ id }) =>
    `Algo correu mal. As vendas terminadas estão guardadas. Os pormenores estão no registo, com o código ${id}.`,
};
