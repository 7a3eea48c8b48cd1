import type { Profile } from '../src-main/contract/profiles.ts';

/** A till that is signed in to a service by username and password. */
export const sampleProfile: Profile = {
  ...{ kind: 'service', way: 'password', serviceAddress: 'https://service.example' },
  ...{ earlierAddress: null, planId: null, companyCode: 'AURORA', tillCode: '1' },
  ...{ companyName: 'Mercearia Aurora, Lda.', tillName: 'Caixa 1', userName: 'Inês Formação' },
  ...{ username: 'ines@aurora.example', locationName: 'Loja', terminalName: 'Terminal 1' },
  interfaceVersion: '1.0.0',
};
