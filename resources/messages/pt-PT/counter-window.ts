// How the program stands at a counter, in European Portuguese.
import type { Messages } from '../en.ts';

export const ptPTCounter: Messages['counter'] = {
  title: 'Ao balcão',
  windowKind: 'A caixa aparece',
  windowKinds: {
    window: 'Numa janela',
    full_screen: 'Em ecrã inteiro',
    kiosk: 'Em modo quiosque: só um gerente sai dele',
  },
  kioskHint:
    'O modo quiosque é um ecrã inteiro que não se fecha. As teclas do próprio computador continuam a funcionar, por isso a conta em que a caixa corre não deve dar acesso a mais nada. Numa caixa sem operadores, qualquer pessoa pode sair.',
  screen: 'No ecrã',
  firstScreen: 'O primeiro ecrã',
  screenName: ({ name, width, height }, number) =>
    `${name === '' ? `Ecrã ${number}` : name} (${width} × ${height})`,
  missingScreen: 'Um ecrã que agora não está ligado',
  cannotPlace:
    'Aqui a caixa corre em Wayland, onde nenhum programa pode escolher o seu ecrã. Peça a quem cuida deste computador que abra a caixa com X11 (--ozone-platform=x11).',
  startsWithComputer: 'Abrir com o computador',
  staysAwake: 'Manter o ecrã ligado enquanto houver alguém na caixa',
  save: 'Guardar',
  saved: 'Guardado.',
  leaveKiosk: 'Sair do modo quiosque',
  leaveFirst:
    'Saia primeiro do modo quiosque, nas Definições: escolher um ficheiro permite sair dele.',
  leaveHint: 'Até à próxima abertura, ou até ser guardado de novo.',
};
