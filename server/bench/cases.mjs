// What is read: the product's call, and the product's own statement for it, which the bare server runs as well.
import { createHash } from 'node:crypto';
import { URLSearchParams } from 'node:url';
import { SEARCH } from '@kidlab/contract';
import { Statements } from '../dist/common/statements.js';
import { RecordReader } from '../dist/families/staff/record-reader.js';
import { readFamilyList } from '../dist/families/staff/record-lists.js';
import { REPORT_ORDER, reportListing } from '../dist/reports/registration-report.js';
import { readReportFilter, readSearch } from '../dist/reports/search-input.js';
import { detailListing, summaryListing } from '../dist/reports/search.js';

const API = '/kidlab-reg/admin/api';
const BY_ID = { column: 'id', direction: 'ASC' };
const LIMIT = 25;

const today = () => {
  const now = new Date();
  return { year: now.getFullYear(), month: now.getMonth() + 1 };
};

function listCase(name, path, query, listing, { offset = 0, target, resource, start = null }) {
  const range = `range=${encodeURIComponent(JSON.stringify([offset, offset + LIMIT - 1]))}`;
  const asked = new URLSearchParams(query).toString();
  return {
    name,
    target,
    url: `${API}/${path}?${asked === '' ? '' : `${asked}&`}${range}`,
    resource,
    offset,
    page:
      start === null
        ? listing.page({ offset, limit: LIMIT })
        : listing.pageFrom({ offset, limit: LIMIT }, start),
  };
}

const search = (name, query, more = {}) =>
  listCase(
    `search: ${name}`,
    'family-guardian-child/summary',
    query,
    summaryListing(readSearch(query), BY_ID, today()),
    { target: 0.6, resource: 'summary', ...more },
  );

/** The statement that a call of the record reader sends. */
async function statementOf(call) {
  let sent = null;
  const query = ({ text, values }) => {
    sent = { text, values };
    return Promise.resolve({ rows: [{}] });
  };
  const statements = new Statements({ driver: { master: { query } } });
  const zone = { labTimeZone: 'America/Los_Angeles' };
  await call(new RecordReader(statements, { today }, { now: () => new Date() }, zone));
  return sent;
}

/** Where the deep page begins. */
export const deepOffset = (families) => Math.floor(families * 0.45);

/** As the product does, the bare server goes to a page by counting only where it is near. */
function deepPage(families, { deepId }) {
  const offset = deepOffset(families);
  const isNear = offset + LIMIT < SEARCH.countedUpTo;
  return { offset, start: isNear ? null : { row: [String(deepId), deepId], isAfter: false } };
}

/**
 * @param families how many there are
 * @param sample a family among them: `guid`, `email`, `rareName`; and `deepId`, the one that the deep page begins with
 */
export async function readCases(families, sample) {
  const range = JSON.stringify([0, LIMIT - 1]);
  const page = await statementOf((reader) => reader.families(readFamilyList({ range })));
  const family = await statementOf((reader) => reader.familyText({ guid: sample.guid }));
  const all = {
    gender: 'Female',
    ageUOM: 'Years',
    minAge: '2',
    maxAge: '9',
    familyName: 'Smith',
    emailAddress: 'example',
  };
  return [
    search('no filter', {}, { target: 0.45 }),
    search('gender', { gender: 'Female' }),
    search('age', { minAge: '3', maxAge: '5', ageUOM: 'Years' }),
    search('gender and age', { gender: 'Male', minAge: '3', maxAge: '5', ageUOM: 'Years' }),
    search('common name', { familyName: 'Smith' }),
    search('rare name', { familyName: sample.rareName }),
    search('two letters', { familyName: 'ki' }),
    search('e-mail', { emailAddress: sample.email.slice(0, -8) }),
    search('all together', all),
    search('nothing found', { familyName: 'Qqxyzzy' }),
    search('deep page', {}, { ...deepPage(families, sample), target: 0.45 }),
    listCase(
      'report',
      'registration-report',
      {},
      reportListing(readReportFilter({}), REPORT_ORDER),
      {
        target: 0.45,
        resource: 'registration-report',
      },
    ),
    {
      name: 'family by guid',
      target: 0.45,
      url: `${API}/families/getByGuid/${sample.guid}`,
      isOne: true,
      page: family,
    },
    {
      name: 'page of families',
      target: 0.45,
      url: `${API}/families?range=${encodeURIComponent(range)}`,
      resource: 'families',
      offset: 0,
      page,
    },
  ].map((each) => ({ ...each, key: createHash('sha1').update(each.name).digest('hex') }));
}

/** All details, as the export reads them. COPY takes no values; those are numbers. */
export function exportStatement() {
  const { text, values } = detailListing(readSearch({}), BY_ID, today()).all();
  return text.replace(/\$(\d+)/g, (_, number) => String(Number(values[number - 1])));
}
export const EXPORT_URL = `${API}/family-guardian-child`;
