// A manager's forgotten PIN, in English.
export const enRecovery = {
  open: 'Forgotten PIN',
  title: 'A new PIN for a manager',
  proof: {
    password:
      'Whoever may sign in to the service for this till can give a manager a new PIN. The service is asked, so this needs the network.',
    token:
      'Whoever has a token of the service for this till can give a manager a new PIN. The service is asked, so this needs the network.',
    practice: 'Nothing in practice is real, so anybody can give a manager a new PIN here.',
  },
  told: 'The log and a notice to the managers will say so.',
  forWhom: 'Manager',
  set: 'Set the new PIN',
  busy: 'Asking the service…',
  back: 'Back',
};
