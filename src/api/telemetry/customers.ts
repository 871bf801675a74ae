import * as z from 'zod/mini'
import {customerCalls} from '../../../contract/wire/entities/customer'
import type {CustomerNames} from '../../domain/telemetry/devices/device'
import {asAnyServerSends} from '../anyServer'
import type {Http, Options} from '../http'

const anyCustomer = asAnyServerSends(z.partial(customerCalls.read.answer, {email: true}))

/** Null when the customer can't be read. */
export async function loadCustomerName(http: Http, id: string, options: Options = {}): Promise<string | null> {
  try {
    const {title} = await http.call({...customerCalls.read, answer: anyCustomer}, {params: {id}, ...options})
    return title ?? null
  } catch {
    return null
  }
}

/** The names of all customers of the organisations that the caller may see. Those without a name are left out. */
export async function loadCustomerNames(
  http: Http,
  {organisationIds}: {organisationIds: readonly string[]},
  options: Options = {},
): Promise<CustomerNames> {
  const lists = await Promise.all(
    organisationIds.map(id =>
      http.call({...customerCalls.list, answer: z.array(anyCustomer)}, {params: {id}, ...options}),
    ),
  )
  return new Map(lists.flat().flatMap(({id, title}) => (title ? [[id, title] as const] : [])))
}
