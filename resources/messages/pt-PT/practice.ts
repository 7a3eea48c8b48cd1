// The texts of practice, in European Portuguese.
import type { Messages } from '../en.ts';

export const ptPTPractice: Messages['practice'] = {
  rehearse: 'Ensaiar',
  title: 'Ensaios',
  close: 'Fechar ensaios',
  does: 'O que faz',
  look: 'O que observar',
  ends: 'Como termina',
  underWay: 'A decorrer',
  rehearsals: {
    outage: {
      name: 'Falha',
      does: 'O serviço deixa de estar ao alcance, como quando falha a internet. «Desligar o cabo», na faixa amarela, faz o mesmo.',
      look: 'As vendas terminam tão depressa como antes e ficam à espera. O que se imprime entretanto é um talão que não é fatura.',
      ends: 'Quando a termina aqui ou prime «Ligar o cabo», mesmo depois de reiniciar. O que estava por enviar segue então sozinho.',
      begin: 'Começar a falha',
      end: 'Terminar a falha',
    },
    slow_line: {
      name: 'Lentidão',
      does: 'Cada resposta do serviço demora mais cinco segundos.',
      look: 'O cliente seguinte é atendido logo: só o número da fatura chega mais tarde. As listas e os documentos demoram.',
      ends: 'Quando o termina aqui ou fecha o Counterfoil.',
      begin: 'Tornar a ligação lenta',
      end: 'Torná-la rápida de novo',
    },
    service_error: {
      name: 'Erro',
      does: 'O serviço emite a fatura da próxima venda, mas responde com um erro e fica avariado alguns segundos.',
      look: 'A venda fica «A confirmar»: pode ter chegado. A caixa procura-a antes de voltar a enviar, e encontra-a. A página da venda, em «Por enviar», conta o que se passou.',
      ends: 'Sozinho, alguns segundos depois da próxima venda. Pode desistir antes.',
      begin: 'Fazer falhar a próxima venda',
      end: 'Desistir',
    },
    expired_token: {
      name: 'Sessão expirada',
      does: 'O serviço deixa de aceitar a sessão desta caixa, como depois de uma mudança de palavra-passe.',
      look: 'Continue a vender: as vendas esperam e nada se perde. Um aviso pede que inicie sessão; depois, tudo é enviado.',
      ends: 'Quando inicia sessão de novo, aqui ou no aviso. Na prática não é preciso palavra-passe.',
      begin: 'Fazer expirar a sessão',
      end: 'Iniciar sessão de novo',
    },
    rejected_product: {
      name: 'Produto recusado',
      does: 'Põe na venda um produto apagado no programa de gestão. Venda-o, e depois outra coisa.',
      look: 'O serviço recusa a venda depois de o cliente sair. Em «Por enviar» vê porquê: corrija o código, por exemplo para CAFE, ou cancele-a. Senão, recusada três vezes enquanto outras são aceites, fica «Recusada»: aqui em segundos, numa caixa real em minutos.',
      ends: 'Sozinho, quando a venda recusada é confirmada ou cancelada.',
      begin: 'Pô-lo na venda',
      end: 'Terminar este ensaio',
    },
    refuses_all: {
      name: 'Tudo recusado',
      does: 'O serviço recusa todas as vendas, como quando acaba o plano da empresa. Venda três vezes.',
      look: 'A culpa não pode ser de uma só venda: o envio para e diz porquê. Continue a vender: tudo espera.',
      ends: 'Sozinho, um minuto depois da primeira recusa. Então tudo é enviado: com «Tentar agora», ou na tentativa seguinte, aqui em segundos, numa caixa real em cinco minutos no máximo.',
      begin: 'Recusar tudo',
      end: 'Voltar a aceitar',
    },
    wrong_drawer: {
      name: 'Gaveta',
      does: 'Na gaveta há cinco euros a menos do que devia, como quando se dá uma nota errada. O que lá está aparece aqui; se nenhum dia estiver aberto, é aberto um.',
      look: 'Conte o que aparece. Só então a caixa diz que falta dinheiro. Conte de novo: todas as contagens ficam guardadas. Escreva o que sabe da diferença e feche. Numa caixa com operadores, acima do limite da loja é pedido o PIN de um gerente.',
      ends: 'Sozinho, quando o dia é fechado com duas contagens, a diferença e uma nota. O relatório Z mostra as três.',
      begin: 'Tirar cinco euros',
      end: 'Voltar a pô-los',
    },
    unlinked_return: {
      name: 'Devolução',
      does: 'As notas de crédito do serviço deixam de indicar o documento que corrigem, como num serviço que não os liga. A próxima devolução é um ensaio.',
      look: 'Venda alguma coisa e prima «Devolver» na sua página. Depois veja em Definições, Devoluções, o que o serviço fez dela. A caixa conta o devolvido na mesma: não se devolve mais do que se vendeu.',
      ends: 'Quando o termina aqui ou fecha o Counterfoil.',
      begin: 'Tirar a ligação',
      end: 'Voltar a ligá-los',
    },
    computer_dies: {
      name: 'Avaria do PC',
      does: 'Liga uma pen para a segunda cópia; faz de pen uma pasta. Depois a caixa perde tudo o que tem, como quando o disco avaria. O serviço continua.',
      look: 'As vendas que esperavam estão só na pen. Depois de recomeçar a partir dela, são procuradas no serviço e enviadas uma única vez.',
      ends: 'Sozinho, quando a caixa tiver recomeçado a partir da segunda cópia.',
      begin: 'Ligar a pen',
      end: 'Terminar este ensaio',
    },
  },
  drawer: {
    found: 'Na gaveta',
    count: 'Em Dia, prima «Contar e fechar», escreva o que aqui está e prima «Contado».',
    countAgain:
      'Não confere. Prima «Contar de novo» e conte mais uma vez: alguém pode ter contado mal.',
    close:
      'Contado duas vezes, e continua errado. Escreva uma nota sobre a diferença e prima «Fechar o dia».',
    noDay:
      'O dia foi fechado de outra forma. Abra um dia e conte-o duas vezes antes de o fechar com uma nota.',
  },
  computer: {
    outage: 'Prima «Desligar o cabo» na faixa amarela, para que as vendas esperem.',
    sell: 'Venda alguma coisa: espera, e está na pen assim que a linha de estado o diga.',
    copying: 'Espere até a linha de estado dizer que a segunda cópia está em dia.',
    die: 'O que espera está na pen. Agora o computador pode avariar.',
    dies: 'Deixar avariar o computador',
    lost: 'Este é o computador novo: nada do que vendeu está aqui. Recomece a partir da segunda cópia, na pasta proposta; depois volte a ligar o cabo e veja «Por enviar».',
    start: 'Recomeçar a partir de uma segunda cópia',
  },
  withdrawn: 'Produto retirado',
  signInNeeded:
    'O serviço pede um novo início de sessão. Continue a vender: cada venda fica guardada aqui e será enviada depois.',
  signIn: 'Iniciar sessão de novo',
  tour: {
    name: 'Visita',
    line: 'O caminho de uma venda por uma falha de rede, passo a passo; cada passo fica marcado quando o tiver dado.',
    start: 'Começar',
    begin: 'Começar a visita guiada',
    leave: 'Sair da visita',
    again: 'Começar de novo',
    finish: 'Terminar a visita',
    done: 'feito',
    names: {
      sell: 'Vender',
      outage: 'Falha',
      sellOn: 'Continuar a vender',
      back: 'Regresso',
      find: 'Onde está a fatura?',
    },
    steps: {
      sell: {
        task: 'Venda qualquer coisa: prima uma tecla rápida, depois Pagar e Terminar venda.',
        why: 'A venda é primeiro guardada aqui e só depois enviada. O número da fatura chega logo a seguir.',
      },
      outage: {
        task: 'Prima «Desligar o cabo», na faixa amarela.',
        why: 'O serviço fica fora de alcance, como quando falha a internet.',
      },
      sellOn: {
        task: 'Venda de novo alguma coisa.',
        why: 'Para vender não é preciso rede: a venda fica guardada aqui, à espera.',
      },
      back: {
        task: 'Prima «Ligar o cabo» e espere até a venda ter sido enviada.',
        why: 'O que estava por enviar segue sozinho, cada venda exatamente uma vez.',
      },
      find: {
        task: 'Abra «Por enviar» e, aí, a venda que esteve à espera.',
        why: 'A referência no talão do cliente leva à fatura, agora e daqui a um ano.',
      },
    },
    plugFirst:
      'O cabo está desligado. Prima primeiro «Ligar o cabo»: esta venda deve ser enviada logo.',
    finished: 'Já viu tudo.',
    learned:
      'Uma falha só lhe pede uma coisa: continue a vender. Cada venda fica guardada aqui, é enviada sozinha exatamente uma vez, e a sua referência leva à fatura.',
  },
  reset: {
    name: 'Recomeçar',
    line: 'Deixa a loja de prática como no primeiro dia, para o próximo formando.',
    action: 'Recomeçar a prática…',
    title: 'Recomeçar a prática?',
    goesTitle: 'Isto é apagado:',
    goes: [
      'todas as vendas de prática, também as que esperam, e a venda em curso',
      'todos os documentos da loja de prática',
      'o que foi configurado na caixa de prática: produtos, teclas rápidas, meios de pagamento, pessoas',
      'os seus dias e relatórios Z',
    ],
    stays:
      'As caixas verdadeiras deste computador não são afetadas. As definições e os talões guardados em ficheiro mantêm-se.',
    confirm: 'Apagar e recomeçar',
    busy: 'A recomeçar…',
  },
};
