import * as z from 'zod/mini'
import {LIST_PAGE_LENGTH, NAME_LENGTH} from '../limits'

/**
 * What every list may be asked besides the specified parameters, where `capabilities.paging` says so. Without `limit` the
 * answer is the array of the specification. `q` is searched in what people call the entity; `sort` is a field, with a
 * minus before it for the other way round; `cursor` is the `next` of the page before, with the same `q` and `sort`.
 */
export const listQuery = <const Sort extends string>(sorts: readonly Sort[]) =>
  z.object({
    q: z.optional(z.string().check(z.maxLength(NAME_LENGTH))),
    sort: z.optional(z.enum(sorts.flatMap(sort => [sort, `-${sort}`] as const))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(LIST_PAGE_LENGTH))),
    cursor: z.optional(z.string().check(z.maxLength(2000))),
  })

/** `total`: how many there are in all that match `q`. `next` is null on the last page. */
export const page = <Item extends z.ZodMiniType>(item: Item) =>
  z.object({items: z.array(item), next: z.nullable(z.string()), total: z.number()})

/** What a list answers: everything in order, or a page of it where `limit` was asked for. */
export const pageOrList = <Item extends z.ZodMiniType>(item: Item) => z.union([z.array(item), page(item)])
