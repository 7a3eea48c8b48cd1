// The texts of signing in and of whose till it is, in English.
import type { Profile } from '../../../src-main/contract/profiles.ts';
import type { SignInWay } from '../../../src-main/contract/sign-in.ts';

const ways: Record<SignInWay, string> = {
  password: 'Username and password',
  sandbox: 'Sandbox of the service',
  token: 'A token from the back office',
  earlier: 'The earlier interface',
};

const kinds: Record<Profile['kind'], string> = {
  practice: 'Practice',
  sandbox: 'Sandbox',
  service: 'Invoicing service',
};

export const enSignIn = {
  welcome: 'Welcome to Counterfoil',
  purpose:
    'A till that saves every sale before anything else, and brings it to your invoicing service exactly once, even when the network is down.',
  practice: 'Practice',
  practiceLine:
    'Try everything with an example shop on this computer. Nothing that you do there is a real invoice.',
  connect: 'Or connect to your invoicing service',
  sandbox: 'Sandbox of the service',
  sandboxLine: 'With your account, in a demonstration company. Nothing there is a real invoice.',
  signIn: 'Sign in',
  signInLine: 'Sell in your shop. Every sale becomes a real document.',
  heading: 'Connect your shop',
  headingAgain: 'Sign in again',
  again: (company: string, till: string) =>
    `For ${company}, ${till}. Sales that wait will be sent afterwards.`,
  anotherWay: 'Another way',
  moreWays: 'More ways',
  ways,
  serviceAddress: 'Service address',
  serviceAddressHint: 'As your invoicing service gave it, beginning with https://',
  earlierAddress: 'Address of the earlier interface',
  earlierAddressHint: 'Where the earlier interface signs in. Sales go to the service address.',
  username: 'Username',
  password: 'Password',
  token: 'Token',
  tokenHint: 'Made in the back office of the service, under API access tokens.',
  companyCode: 'Company code',
  tillCode: 'Till code',
  codesHint: {
    password: 'The codes may stay empty: you then choose the till from a list.',
    token: 'With the codes, the till makes sure that the token is for them. They may stay empty.',
    earlier:
      'With the codes, the till makes sure that the sign-in is for them. They may stay empty.',
  },
  tillCodeHint: 'The service does not say which till it is.',
  submit: 'Sign in',
  busy: 'Signing in…',
  required: (field: string) => `Please fill in: ${field}.`,
  otherCodeToo: 'Fill in both codes, or neither.',
  unusable: (field: string) =>
    `What is in “${field}” cannot be used: it is too long, too short, or contains characters that are not allowed.`,
  tokenRefused:
    'The service does not accept this token. It may be incomplete, or not valid any more.',
  noTills:
    'This user has no till at any company. Ask whoever manages the invoicing service to give it one.',
  chooseTill: 'Choose your till',
  lastUsedFirst: 'The one that was used last comes first.',
  demonstration: 'Demonstration',
  code: (code: string) => `code ${code}`,
  tillNeeded: 'Choose a till first.',
  notAllTills: (shown: number) =>
    `Only the first ${shown} tills are shown. For another one, go back and type its codes.`,
  plan: 'Plan of the demonstration company',
  planOfService: 'As the service chooses',
  plansBusy: 'Reading the plans…',
  plansUnknown: 'The plans could not be read, so the service chooses one.',
  tokenNeeded:
    'The service does not accept the till’s token any more. Keep selling: every sale is saved here and will be sent once there is a new one.',
  openToken: 'Enter token',
  sandboxBand: 'Sandbox – a demonstration company, nothing here is a real invoice',
};

export const enConnection = {
  title: 'This till',
  kind: 'Connection',
  kinds,
  way: 'Signed in by',
  service: 'Service',
  earlierAddress: 'Earlier interface',
  company: 'Company',
  location: 'Location',
  terminal: 'Terminal',
  till: 'Till',
  user: 'User',
  interfaceVersion: 'Interface version',
  practiceShop: 'Practice shop on this computer',
  keepWeakly: 'Keep the sign-in on this computer all the same',
  keepWeaklyHint:
    'This computer has no safe place for it: whoever can read the till’s files could sign in as this till. Without it, the till asks at each start.',
  proxyScript: 'Proxy script of this network',
  proxyScriptHint:
    'The address of its PAC file, from whoever looks after the network. Leave it empty to go by this computer’s own settings.',
  saveScript: 'Save',
  scriptSaved: 'Saved.',
  keepSelling: 'Keep selling: every sale is saved here.',
  unencrypted:
    'Not encrypted: whoever is on this network can read the sign-in and every sale, and change them on the way.',
  signOut: 'Sign out',
  signOutHint: 'Signing out is possible once every sale of this till has reached the service.',
};
