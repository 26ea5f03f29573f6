import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** A sort key of a list. */
interface Key {
  by: SQLWrapper;
  isNullable?: boolean;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * Sort orders of a table, with all ties broken: by one of the keys, nulls last, then by id, both in one
 * direction, reversed by a minus.
 */
export class Keyset<Name extends string, Id extends string | number = string> {
  readonly #id: PgColumn;
  readonly #keys: Record<Name, Key>;

  constructor(id: PgColumn, keys: Record<Name, Key>) {
    this.#id = id;
    this.#keys = keys;
  }

  #keyOf(sort: Name | `-${Name}`): Key {
    return this.#keys[sort.replace('-', '') as Name];
  }

  /** No index has descending order with nulls last: it is omitted for columns without nulls. */
  order(sort: Name | `-${Name}`): SQL[] {
    const { by, isNullable } = this.#keyOf(sort);
    const direction = sort.startsWith('-') ? desc : asc;
    return [isNullable ? sql`${direction(by)} nulls last` : direction(by), direction(this.#id)];
  }

  /** Condition for the rows after the one with this id: none, if no such row is `among` the visible ones. */
  after(sort: Name | `-${Name}`, id: Id, among?: SQL): SQL {
    const { by, isNullable } = this.#keyOf(sort);
    const isDescending = sort.startsWith('-');
    const beyond = isDescending ? sql`<` : sql`>`;
    const ofRow = (value: SQL) => sql`(select ${value} from ${this.#id.table} where ${this.#is(id, among)})`;
    const isBeyond = sql`(${by}, ${this.#id}) ${beyond} ${ofRow(sql`${by}, ${this.#id}`)}`;
    if (!isNullable) return isBeyond;
    const end = isDescending ? LAST_ID : FIRST_ID;
    const lastNull = ofRow(sql`case when ${by} is null then ${this.#id} else ${end}::uuid end`);
    return sql`(${isBeyond} or (${by} is null and ${this.#id} ${beyond} ${lastNull}))`;
  }

  async has(db: Db, id: Id, among?: SQL): Promise<boolean> {
    const rows = await db.select({ id: this.#id }).from(this.#id.table).where(this.#is(id, among));
    return rows.length > 0;
  }

  #is(id: Id, among: SQL | undefined): SQL | undefined {
    return and(eq(this.#id, id), among);
  }
}
