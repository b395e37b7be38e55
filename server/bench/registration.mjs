import { URLSearchParams } from 'node:url';
import { send } from './load.mjs';

const JSON_TYPE = { 'content-type': 'application/json' };
const FORM_TYPE = { 'content-type': 'application/x-www-form-urlencoded' };
let counter = 0;

function registration() {
  counter += 1;
  const email = `bench.${process.pid}.${counter}@example.org`;
  return {
    recaptchaToken: 'off',
    email,
    zipCode: '94608',
    familyName: 'Rivera',
    referredBy: 'Friend',
    guardianFirstName: 'Alex',
    guardianLastName: 'Rivera',
    guardianEmail: email,
    primaryPhone: '(510) 555-0100',
    relationshipToChild: 'Mother',
  };
}

const CHILD = {
  gender: 'Female',
  monthOfBirth: '03',
  yearOfBirth: '2023',
  whichHandId: 'Right-handed',
  languageSpokenAtHome: 'English',
  additionalLanguage1: null,
  additionalLanguage2: null,
  createdDate: '2026-11-20T18:00:00.000Z',
  createdBy: 'Registration Site',
  modifiedDate: '2026-11-20T18:00:00.000Z',
  modifiedBy: 'Registration Site',
};

async function must(agent, call) {
  const answer = await send(agent, call);
  if (answer.status >= 300) throw new Error(`${call.url}: ${answer.status} ${answer.text}`);
  return answer;
}

/** One family's registration: step 1 alone, or with three children and the agreement. */
export function registrationSteps(origin, paths, isWhole) {
  return async (agent) => {
    const sent = registration();
    const first = await must(agent, {
      method: 'POST',
      url: origin + paths.register,
      headers: JSON_TYPE,
      body: JSON.stringify(sent),
    });
    if (!isWhole) return;
    const cookie = (first.headers['set-cookie'] ?? []).map((each) => each.split(';')[0]).join('; ');
    for (const firstName of ['Ada', 'Bo', 'Carlos']) {
      await must(agent, {
        method: 'POST',
        url: origin + paths.children,
        headers: { ...JSON_TYPE, cookie },
        body: JSON.stringify({ ...CHILD, email: sent.email, firstName }),
      });
    }
    await must(agent, {
      method: 'POST',
      url: origin + paths.agree,
      headers: { ...(paths.isForm ? FORM_TYPE : JSON_TYPE), cookie },
      body: paths.isForm
        ? new URLSearchParams({ email: sent.email }).toString()
        : JSON.stringify({ email: sent.email }),
    });
  };
}

export const PRODUCT_PATHS = {
  register: '/kidlab-reg/families/registerAndLinkGuardian',
  children: '/kidlab-reg/children',
  agree: '/kidlab-reg/registration/send-confirmation-email',
  isForm: true,
};
export const BARE_PATHS = {
  register: '/register',
  children: '/children',
  agree: '/agree',
  isForm: false,
};
