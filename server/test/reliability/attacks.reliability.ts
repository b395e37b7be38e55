import { afterAll, beforeAll } from 'vitest';

import { tryAddresses } from './attacks/accounts.js';
import { decideForTheServer } from './attacks/assignment.js';
import { attack } from './attacks/attack.js';
import { strangeBodies } from './attacks/bodies.js';
import { formulas } from './attacks/formulas.js';
import { Ground } from './attacks/ground.js';
import { hostileTexts } from './attacks/hostile.js';
import { limitsOfBothServers } from './attacks/limits.js';
import { longTexts } from './attacks/long-texts.js';
import { pagesOfOtherSites } from './attacks/other-sites.js';
import { pathsThatLeadElsewhere, redirectsElsewhere } from './attacks/paths.js';
import { everyKindOfAnswer } from './attacks/policies.js';
import { sessionsOfOthers } from './attacks/sessions.js';
import { addressesOfOthers } from './attacks/strangers.js';

let there: Ground;
const ground = (): Ground => there;

beforeAll(async () => {
  there = await Ground.start();
});
afterAll(() => there.stop());

attack('security headers', 'each kind of response', ground, everyKindOfAnswer);
attack('rate limits at both servers', 'a fair of 60 families', ground, limitsOfBothServers);
attack('fields that only the server may set', 'every call that writes', ground, decideForTheServer);
attack('probing for known addresses', 'known and unknown addresses', ground, tryAddresses);
attack('session fixation and replay', 'staff and registrants', ground, sessionsOfOthers);
attack('another person’s address', 'every public call', ground, addressesOfOthers);
attack('cross-site requests', 'every unsafe call', ground, pagesOfOtherSites);
attack('path traversal', 'both sites’ files', ground, pathsThatLeadElsewhere);
attack('open redirects', 'redirects and letters', ground, redirectsElsewhere);
attack('formula injection', 'names, notes and the search', ground, formulas);
attack('malformed bodies', 'every call with a body', ground, strangeBodies);
attack('long texts', 'every field of open calls', ground, longTexts);
attack('injected SQL and headers', 'every field of every call', ground, hostileTexts);
