// Signing in, and what a token says about itself: service-api, Endpoints (Account) and
// Authentication.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { practiceAccount, restrictedAccount } from '../../../src-main/practice-service/accounts.ts';
import { call, credentialsOf, fieldsOf, startRig, text, type Rig } from './rig.ts';

const { username, password } = practiceAccount;
const restricted = { username: restrictedAccount.username, password: restrictedAccount.password };
let rig: Rig;

beforeAll(async () => {
  rig = await startRig();
});
afterAll(() => rig.close());

async function boundTo(token: string): Promise<unknown[]> {
  const { json } = await rig.get('/auth/info/', token);
  return [json.company?.code, json.till?.code];
}

describe('Endpoints, Account: /auth/login/', () => {
  it('a company and a till bind the token to them', async () => {
    const token = await rig.signIn({ ...credentialsOf(practiceAccount), till_code: '2' });
    expect(await boundTo(token)).toEqual(['AURORA', 2]);
  });

  it('another company can be named', async () => {
    const token = await rig.signIn({ username, password, company_code: 'CAIS', till_code: '1' });
    expect(await boundTo(token)).toEqual(['CAIS', 1]);
  });

  it('without them the token is bound to the till that the user used last', async () => {
    await rig.signIn({ ...credentialsOf(practiceAccount), till_code: '2' });
    expect(await boundTo(await rig.signIn({ username, password }))).toEqual(['AURORA', 2]);
    await rig.signIn({ ...credentialsOf(practiceAccount), till_code: '1' });
    expect(await boundTo(await rig.signIn({ username, password }))).toEqual(['AURORA', 1]);
  });

  it('each login makes a token of its own, and the earlier ones stay valid', async () => {
    const [first, second] = [
      await rig.signIn({ username, password }),
      await rig.signIn({ username, password }),
    ];
    expect(first).not.toBe(second);
    expect((await rig.get('/auth/info/', first)).status).toBe(200);
  });

  it.each([
    ['the username', { password }, ['username']],
    ['the username and the password', {}, ['username', 'password']],
    ['a password that is a string', { username, password: 5 }, ['password']],
    ['a username that is an e-mail address', { username: 'ines', password }, ['username']],
  ])('%s is required', async (_what, body, fields) => {
    expect(fieldsOf(await rig.post('/auth/login/', body))).toEqual(fields);
  });

  it('wrong credentials get a 400 without a token', async () => {
    const reply = await rig.post('/auth/login/', { username, password: 'outra' });
    expect(fieldsOf(reply)).toEqual(['username']);
    expect(reply.json.errors?.[0]?.code).toBe('invalid_credentials');
  });

  it('a company that is not linked to the user is refused like one that does not exist', async () => {
    const notLinked = await rig.post('/auth/login/', { ...restricted, company_code: 'CAIS' });
    const unknown = await rig.post('/auth/login/', { ...restricted, company_code: 'NADA' });
    expect(fieldsOf(notLinked)).toEqual(['company_code']);
    expect(notLinked.text).toBe(unknown.text);
  });

  it('a till that the company does not have is refused', async () => {
    const reply = await rig.post('/auth/login/', {
      ...{ username, password },
      ...{ company_code: 'CAIS', till_code: '2' },
    });
    expect(fieldsOf(reply)).toEqual(['till_code']);
  });
});

describe('Endpoints, Account: /auth/login_sandbox/', () => {
  const planOf = async (plan: object) => {
    const reply = await rig.post('/auth/login_sandbox/', { username, password, ...plan });
    expect(reply.status).toBe(200);
    const info = await rig.get('/auth/info/', text(reply.json.key));
    return info.json.company;
  };

  it('gives a token of the demonstration company of the plan, by id or by code', async () => {
    expect(await planOf({ demo_plan_id: 4 })).toMatchObject({
      code: 'DEMO-BUSINESS',
      is_demo: true,
    });
    expect(await planOf({ demo_plan_code: 'SERVICES' })).toMatchObject({ code: 'DEMO-SERVICES' });
  });

  it('gives one without a plan too', async () => {
    expect(await planOf({})).toMatchObject({ is_demo: true });
  });

  it('an unknown plan is refused by the field that names it', async () => {
    const byId = { username, password, demo_plan_id: 9 };
    const byCode = { username, password, demo_plan_code: 'GOLD' };
    expect(fieldsOf(await rig.post('/auth/login_sandbox/', byId))).toEqual(['demo_plan_id']);
    expect(fieldsOf(await rig.post('/auth/login_sandbox/', byCode))).toEqual(['demo_plan_code']);
  });

  it('wrong credentials are refused', async () => {
    const reply = await rig.post('/auth/login_sandbox/', { username, password: 'outra' });
    expect(fieldsOf(reply)).toEqual(['username']);
  });

  it('leaves a later login without a company at the real company', async () => {
    await planOf({ demo_plan_id: 1 });
    expect((await boundTo(await rig.signIn({ username, password })))[0]).toBe('AURORA');
  });
});

describe('Endpoints, Account: what needs no company', () => {
  it('/auth/demo_plan/ is open and lists the four plans', async () => {
    const reply = await rig.get('/auth/demo_plan/');
    expect(reply.status).toBe(200);
    expect(reply.json).toEqual([
      { id: 1, code: 'INDIVIDUAL', description: expect.any(String) as string },
      { id: 2, code: 'SERVICES', description: expect.any(String) as string },
      { id: 3, code: 'RETAIL', description: expect.any(String) as string },
      { id: 4, code: 'BUSINESS', description: expect.any(String) as string },
    ]);
  });
});

describe('Resources, Token information', () => {
  it('/auth/info/ returns the token, its user, company, terminal and till', async () => {
    const { json } = await rig.get('/auth/info/', rig.token);
    expect(json).toMatchObject({
      updated_at: 1_773_657_000,
      version: expect.any(String) as string,
      version_date: '2023-01-11',
      today_str: '2026-03-16',
      created: '2026-03-16T10:30:00.250Z',
      key: rig.token,
      user: { id: 1, first_name: 'Inês', last_name: 'Formação', full_name: 'Inês Formação' },
      company: { id: 1, code: 'AURORA', company_name: 'Mercearia Aurora, Lda.' },
      terminal: { description: 'Terminal 1' },
      till: { code: 1, description: 'Caixa 1' },
    });
    expect([json.user?.is_active, json.user?.is_staff]).toEqual([true, true]);
  });

  it('today is the day in Lisbon', async () => {
    rig.setNow('2026-07-01T23:30:00Z');
    expect((await rig.get('/auth/info/', rig.token)).json.today_str).toBe('2026-07-02');
    rig.setNow('2026-03-16T10:30:00.250Z');
  });
});

describe('Resources, Company', () => {
  it('/auth/companies/ lists the companies linked to the user, with their tills', async () => {
    const token = await rig.signIn(credentialsOf(restrictedAccount));
    const till = { terminal: 'Terminal 2', location: 'Loja', location_id: 101, terminal_id: 102 };
    expect((await rig.get('/auth/companies/', token)).json).toEqual([
      {
        id: 1,
        code: 'AURORA',
        company_name: 'Mercearia Aurora, Lda.',
        is_staff: false,
        is_salesman: true,
        is_demo: false,
        tills: [
          expect.objectContaining({ id: 101, code: 1, description: 'Caixa 1' }) as object,
          { ...till, id: 102, code: 2, description: 'Caixa 2' },
        ],
        last_location_id: 101,
        last_terminal_id: 102,
        last_till_id: 102,
      },
    ]);
  });
});

describe('Authentication, the earlier interface', () => {
  const login = (body: object) =>
    call(`${rig.service.legacyBaseUrl}/v3/login/`, { body: JSON.stringify(body) });

  it('/v3/login/ returns a token in the field token, and an existing one again', async () => {
    const first = await login({ username, password });
    expect(Object.keys(first.json)).toEqual(['token']);
    expect((await login({ username, password })).json).toEqual(first.json);
    expect((await rig.get('/auth/info/', text(first.json.token))).status).toBe(200);
  });

  it('/v3/login/ requires both fields, and right ones', async () => {
    expect(fieldsOf(await login({}))).toEqual(['username', 'password']);
    expect(fieldsOf(await login({ username, password: 'outra' }))).toEqual(['username']);
  });

  it('/v3/info/ is flat', async () => {
    const reply = await call(`${rig.service.legacyBaseUrl}/v3/info/`, { token: rig.token });
    expect(reply.json).toEqual({
      token: rig.token,
      id: 1,
      username,
      first_name: 'Inês',
      last_name: 'Formação',
      full_name: 'Inês Formação',
      is_active: true,
      is_staff: true,
      role: expect.any(String) as string,
      created: '2026-03-16T10:30:00.250Z',
      company_id: 1,
      company_code: 'AURORA',
      company_name: 'Mercearia Aurora, Lda.',
      location_id: 101,
      location: 'Loja',
      terminal_id: 101,
      terminal: 'Terminal 1',
      till_id: 101,
      till: 'Caixa 1',
      app_session_id: expect.any(Number) as number,
      app_session: expect.any(String) as string,
      permissions: { stocks: true },
    });
  });

  it('/v3/info/ needs a token', async () => {
    expect((await call(`${rig.service.legacyBaseUrl}/v3/info/`)).status).toBe(401);
  });

  it('stands under an address of its own', async () => {
    expect((await rig.post('/v3/login/', { username, password })).status).toBe(404);
  });
});
