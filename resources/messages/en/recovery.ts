// A manager's forgotten PIN, in English.
export const enRecovery = {
  open: 'Forgotten PIN',
  title: 'A new PIN for a manager',
  proof: {
    password:
      'The user of the service who first signed this till in, or one whom a manager has added, can give a manager a new PIN. The service is asked, so this needs the network.',
    token:
      'A token of the user who first signed this till in, or of one whom a manager has added, can give a manager a new PIN. The service is asked, so this needs the network.',
    practice: 'Nothing in practice is real, so anybody can give a manager a new PIN here.',
  },
  told: 'It is written down, and every manager is told.',
  forWhom: 'Manager',
  newManager: 'Name of the new manager',
  set: 'Set the new PIN',
  busy: 'Asking the service…',
  back: 'Back',
};
