// What a new practice file holds: the companies with their tills and people, the example catalogue,
// and some months of documents, with a busy yesterday, which are always the same for the same
// moment.
import * as v from 'valibot';
import catalogue from '../../resources/example-catalogue.json' with { type: 'json' };
import { practiceAccount, restrictedAccount } from './accounts.ts';
import { createDocument } from './create-document.ts';
import { createSchema } from './database.ts';
import type { PracticeDatabase } from './database.ts';
import { demoPlans, finalConsumer, partyClasses } from './reference.ts';
import { createRequest } from './requests.ts';
import { insert, prepared } from './prepared.ts';

const companies = [
  {
    id: 1,
    code: practiceAccount.companyCode,
    name: 'Mercearia Aurora, Lda.',
    demoPlanId: null,
    tills: 2,
    documents: 300,
  },
  {
    id: 2,
    code: 'CAIS',
    name: 'Livraria do Cais, Lda.',
    demoPlanId: null,
    tills: 1,
    documents: 30,
  },
  ...demoPlans.map((plan) => ({
    id: 10 + plan.id,
    code: `DEMO-${plan.code}`,
    name: `Demonstração: ${plan.description}`,
    demoPlanId: plan.id,
    tills: 1,
    documents: 10,
  })),
];
type CompanySeed = (typeof companies)[number];

const users = [
  { id: 1, ...practiceAccount, firstName: 'Inês', lastName: 'Formação', companyIds: [1, 2] },
  { id: 2, ...restrictedAccount, firstName: 'Rui', lastName: 'Balcão', companyIds: [1] },
] as const;

const customers = [
  { name: finalConsumer.name, fiscalNumber: finalConsumer.fiscalNumber, place: '' },
  { name: 'Café Central de Évora, Lda.', fiscalNumber: '510234674', place: '7000-001 Évora' },
  { name: 'Pensão Boa Vista, Lda.', fiscalNumber: '505182947', place: '4000-002 Porto' },
  { name: 'Junta de Freguesia da Foz', fiscalNumber: '513771204', place: '4150-003 Porto' },
  { name: 'Creche O Pião', fiscalNumber: '508890136', place: '3000-004 Coimbra' },
  { name: 'Maria João Antunes', fiscalNumber: '231450788', place: '1100-005 Lisboa' },
  { name: 'António Gonçalves', fiscalNumber: '219067341', place: '1200-006 Lisboa' },
  { name: 'Beatriz Simões', fiscalNumber: '264518900', place: '8000-007 Faro' },
  { name: 'Joaquim Leitão', fiscalNumber: '198345674', place: '2400-008 Leiria' },
  { name: 'Luísa Conceição', fiscalNumber: '227801458', place: '3800-009 Aveiro' },
];

const suppliers = [
  { name: 'Torrefação do Tejo, S.A.', fiscalNumber: '514409827', place: '2685-010 Sacavém' },
  { name: 'Frutas do Oeste, Lda.', fiscalNumber: '506723186', place: '2500-011 Caldas da Rainha' },
];

/** The natures in the proportion in which a shop issues them; each one occurs. */
const natureCycle =
  'FS FS FR FS FT FS GR FS OR FS EST FS NC FS GT FS NE FS VFT FS SST FS ND FS FO FS TRF'.split(' ');

const daysOfDocuments = 120;
const msPerHour = 3_600_000;
const msPerDay = 24 * msPerHour;

/** Makes the schema and everything in it, or nothing if it fails. */
export function seed(db: PracticeDatabase, now: Date): void {
  db.transaction(() => {
    createSchema(db);
    seedProducts(db);
    for (const company of companies) seedCompany(db, company);
    seedUsers(db);
    for (const company of companies) seedDocuments(db, company, now);
  }).immediate();
}

function seedProducts(db: PracticeDatabase): void {
  for (const { code, description, unit, vatRate } of catalogue.products) {
    insert(db, 'products', { code, description, unit, vat_rate: Number(vatRate) });
  }
}

/** Writes a company, whose rows have ids in a hundred of its own: till 101 is company 1's. */
function seedCompany(db: PracticeDatabase, company: CompanySeed): void {
  const { id: company_id, code: companyCode, name, demoPlanId } = company;
  insert(db, 'companies', {
    id: company_id,
    code: companyCode,
    company_name: name,
    demo_plan_id: demoPlanId,
  });
  const firstId = company_id * 100 + 1;
  for (let index = 0; index < company.tills; index += 1) {
    const code = index + 1;
    insert(db, 'tills', {
      id: firstId + index,
      company_id,
      code,
      description: `Caixa ${code}`,
      serie_letter: String.fromCharCode('A'.charCodeAt(0) + index),
      terminal_id: firstId + index,
      terminal: `Terminal ${code}`,
      location_id: firstId,
      location: 'Loja',
    });
  }
  for (const [index, description] of ['Loja', 'Armazém'].entries()) {
    insert(db, 'warehouses', { id: firstId + index, company_id, code: index + 1, description });
  }
  for (const [index, salesman_name] of ['Inês Formação', 'Rui Balcão'].entries()) {
    insert(db, 'salesmen', { id: firstId + index, company_id, code: index + 1, salesman_name });
  }
  for (const [partyClass, parties] of [
    [partyClasses.customer, customers],
    [partyClasses.supplier, suppliers],
  ] as const) {
    parties.forEach((party, index) => {
      const [zipCode = '', ...locale] = party.place.split(' ');
      insert(db, 'parties', {
        company_id,
        class: partyClass,
        code: index + 1,
        name: party.name,
        fiscal_number: party.fiscalNumber,
        zip_code: zipCode,
        zip_locale: locale.join(' '),
      });
    });
  }
}

function seedUsers(db: PracticeDatabase): void {
  const insertMembership = prepared(
    db,
    `INSERT INTO memberships (user_id, company_id, is_staff, is_salesman, may_use_stocks, last_till_id)
     SELECT ?, ?, ?, 1, ?, id FROM tills WHERE company_id = ? AND code = ?`,
  );
  for (const user of users) {
    const { id, username, password, firstName, lastName } = user;
    insert(db, 'users', { id, username, password, first_name: firstName, last_name: lastName });
    const isUnrestricted = Number(user.username === practiceAccount.username);
    for (const companyId of user.companyIds) {
      const tillCode = companyId === 1 ? Number(user.tillCode) : 1;
      insertMembership.run(user.id, companyId, isUnrestricted, isUnrestricted, companyId, tillCode);
    }
  }
}

/** Writes the documents in the order of their time, so that numbers rise with dates. */
function seedDocuments(db: PracticeDatabase, company: CompanySeed, now: Date): void {
  const random = seededRandom(company.id);
  for (const [index, issued] of timesOfDocuments(company, now).entries()) {
    const actor = {
      companyId: company.id,
      tillId: company.id * 100 + 1 + (index % company.tills),
      mayUseStocks: true,
    };
    const request = v.parse(createRequest, seedRequest(company.id, index, random));
    const outcome = createDocument(db, actor, request, new Date(Math.round(issued)));
    if (outcome.kind !== 'created') {
      throw new Error(`The seed's document ${index} is ${JSON.stringify(outcome)}.`);
    }
  }
}

/** Spreads the documents over the opening hours up to now; each twentieth is yesterday's. */
function timesOfDocuments({ documents }: CompanySeed, now: Date): readonly number[] {
  const firstDay = Math.floor(now.getTime() / msPerDay - daysOfDocuments) * msPerDay;
  const step = (daysOfDocuments + 1) / documents;
  const times = Array.from({ length: documents }, (_, index) => {
    const at = index % 20 === 0 ? daysOfDocuments - 1 + index / documents : index * step;
    const day = Math.floor(at);
    return firstDay + day * msPerDay + (9 + (at - day) * 10) * msPerHour;
  });
  return times.filter((time) => time <= now.getTime()).sort((one, other) => one - other);
}

function seedRequest(companyId: number, index: number, random: () => number): object {
  const nature = natureCycle[index % natureCycle.length];
  const pick = <Item>(items: readonly Item[]): Item | undefined =>
    items[Math.floor(random() * items.length)];
  const isPurchase = nature === 'VFT';
  const details = Array.from({ length: 1 + Math.floor(random() * 5) }, () => {
    const product = pick(catalogue.products.filter((candidate) => candidate.code !== 'DIV'));
    const quantity = 1 + Math.floor(random() * 4);
    return {
      code: product?.code,
      base_qty: product?.unit === 'kg' ? (quantity * 385) / 1000 : quantity,
      line_unit_value: Number(product?.unitPrice),
    };
  });
  const party = isPurchase ? pick(suppliers) : random() < 0.3 ? pick(customers) : undefined;
  return {
    document_nature_code: nature,
    our_reference: `EX-${String(index + 1).padStart(4, '0')}`,
    ...(party && { party_fiscal_number: party.fiscalNumber }),
    ...(index % 3 === 0 && { salesman_id: companyId * 100 + 1 + (index % 2) }),
    ...(isPurchase && { document_reference: `FT ${1000 + index}` }),
    ...((nature === 'FS' || nature === 'FR') && {
      payments: [{ payment_method_id: 1 + Math.floor(random() * 3) }],
    }),
    details,
    // Now and then somebody is called away before finishing.
    finalize: index % 25 !== 24,
  };
}

/** Mulberry32: returns the same numbers from 0 to 1 for the same seed. */
function seededRandom(start: number): () => number {
  let state = start;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}
