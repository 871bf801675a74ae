import * as z from 'zod/mini'
import {LIST_PAGE_LENGTH, MAX_TS, MIN_TS, NAME_LENGTH} from '../limits'

/**
 * An addition: the parameters that every list takes besides the specified ones. Without `limit` the answer is the array
 * of the specification, which is refused with 400 when it would have more than `LIST_LENGTH` entries. `q` is searched
 * in the name, label, title or email of the entity. `sort` is a field, with a leading minus for descending order.
 * `cursor` is the `next` of the previous page with the same `q` and `sort`. `created_since` keeps what was created at
 * this time or later (epoch ms), and each list has further filters: a field must have this value, whatever its case.
 */
export const listQuery = <const Sort extends string>(sorts: readonly Sort[]) =>
  z.object({
    q: z.optional(z.string().check(z.maxLength(NAME_LENGTH))),
    sort: z.optional(z.enum(sorts.flatMap(sort => [sort, `-${sort}`] as const))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIST_PAGE_LENGTH))),
    cursor: z.optional(z.string().check(z.maxLength(2000))),
    created_since: z.optional(z.coerce.number().check(z.int(), z.minimum(MIN_TS), z.maximum(MAX_TS))),
  })

/** The value of a filter of a list. The database can't search for a null character. */
export const filterValue = z.optional(z.string().check(z.maxLength(NAME_LENGTH), z.regex(/^[^\0]*$/)))

/** `total` counts all items that match `q`, on all pages. `next` is null on the last page. */
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({items: z.array(item), next: z.nullable(z.string()), total: z.number()})

/** The answer of a list: a page when the query has `limit`, otherwise all items. */
export const pageOrList = <Item extends z.ZodMiniType>(item: Item) => z.union([z.array(item), page(item)])
