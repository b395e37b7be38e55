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

attack('a browser is told what it may do', 'each kind of answer', ground, everyKindOfAnswer);
attack('limits are tried at both servers', 'a fair of 60 families', ground, limitsOfBothServers);
attack('somebody decides for the server', 'fields in all that writes', ground, decideForTheServer);
attack('addresses of staff and families are tried', 'known and unknown ones', ground, tryAddresses);
attack('sessions are planted and replayed', 'staff and registrants', ground, sessionsOfOthers);
attack('a stranger names somebody’s address', 'every public call', ground, addressesOfOthers);
attack('another site sends calls', 'every unsafe call', ground, pagesOfOtherSites);
attack('paths lead elsewhere', 'both sites’ files', ground, pathsThatLeadElsewhere);
attack('links lead elsewhere', 'redirects and letters', ground, redirectsElsewhere);
attack('names are formulas', 'names, notes and the search', ground, formulas);
attack('bodies are strange', 'every call that takes one', ground, strangeBodies);
attack('texts are long', 'every place of open calls', ground, longTexts);
attack('texts are hostile', 'every place of every call', ground, hostileTexts);
