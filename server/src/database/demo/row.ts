/** A row by its column names, as it goes into the table. */
export type Row = Readonly<Record<string, string | number | null>>;
