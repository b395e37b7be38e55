import { escapeXml } from './cell-text.js';

/** The parts of a workbook beside its sheets (ECMA-376, Office Open XML). */

const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const RELATIONSHIPS = 'http://schemas.openxmlformats.org/package/2006/relationships';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

export const XLSX_TYPE = `${CONTENT}.sheet`;

/** Numbers of the styles below. Text has the format "@": it stays text when somebody edits the cell. */
export const STYLE = { number: 0, text: 1, header: 2 } as const;

const STYLES = `${DECLARATION}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/><family val="2"/></font><font><b/><sz val="11"/><name val="Calibri"/><family val="2"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="3"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="49" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="49" fontId="1" fillId="0" borderId="0" xfId="0" applyNumberFormat="1" applyFont="1"/></cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`;

/** Path of a sheet within the file; sheets are counted from 1. */
export function sheetPath(number: number): string {
  return `xl/worksheets/sheet${String(number)}.xml`;
}

function eachSheet(names: readonly string[], text: (name: string, number: number) => string) {
  return names.map((name, index) => text(name, index + 1)).join('');
}

/** All parts beside the sheets, by their path. */
export function workbookParts(sheetNames: readonly string[]): Readonly<Record<string, string>> {
  const styles = sheetNames.length + 1;
  return {
    'xl/workbook.xml': `${DECLARATION}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><bookViews><workbookView/></bookViews><sheets>${eachSheet(
      sheetNames,
      (name, number) =>
        `<sheet name="${escapeXml(name)}" sheetId="${String(number)}" r:id="rId${String(number)}"/>`,
    )}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${DECLARATION}<Relationships xmlns="${RELATIONSHIPS}">${eachSheet(
      sheetNames,
      (_, number) =>
        `<Relationship Id="rId${String(number)}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${String(number)}.xml"/>`,
    )}<Relationship Id="rId${String(styles)}" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': STYLES,
    '_rels/.rels': `${DECLARATION}<Relationships xmlns="${RELATIONSHIPS}"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    '[Content_Types].xml': `${DECLARATION}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/>${eachSheet(
      sheetNames,
      (_, number) =>
        `<Override PartName="/${sheetPath(number)}" ContentType="${CONTENT}.worksheet+xml"/>`,
    )}</Types>`,
  };
}

/**
 * What stands before the rows of a sheet: the header stays in view.
 * @param widths of the columns, in characters.
 */
export function sheetHead(widths: readonly number[], isFirst: boolean): string {
  const columns = widths.map((width, index) => {
    const number = String(index + 1);
    return `<col min="${number}" max="${number}" width="${String(width)}" customWidth="1"/>`;
  });
  return `${DECLARATION}<worksheet xmlns="${MAIN}"><sheetViews><sheetView${isFirst ? ' tabSelected="1"' : ''} workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>`;
}

/** What stands after them: zip codes are text on purpose, so no cell gets Excel's green corner for it. */
export function sheetFoot(lastCell: string): string {
  return `</sheetData><ignoredErrors><ignoredError sqref="A1:${lastCell}" numberStoredAsText="1"/></ignoredErrors></worksheet>`;
}
