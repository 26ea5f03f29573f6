import { and, asc, desc, eq, type SQL, type SQLWrapper, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Db } from './client.ts';

/** What rows can be ordered by. */
interface Key {
  by: SQLWrapper;
  isNullable?: boolean;
}

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * How the rows of a table can be ordered, to the last tie: by one of the keys, nulls last, then by id, both in one
 * direction, which a minus reverses.
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

  /** Descending with nulls last is no index's order: where there are no nulls it is not said. */
  order(sort: Name | `-${Name}`): SQL[] {
    const { by, isNullable } = this.#keyOf(sort);
    const direction = sort.startsWith('-') ? desc : asc;
    return [isNullable ? sql`${direction(by)} nulls last` : direction(by), direction(this.#id)];
  }

  /** The rows that come after the one with this id: none, if there is no such row `among` those that count. */
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
