import type {ConsoleRecord} from '../records/description'
import {texts} from './texts'

/** Finds a customer by id, email or title, whatever the case of letters. */
export type FindCustomer = (text: string) => {customerId: string} | {problem: string}

export function createFindCustomer(customers: readonly ConsoleRecord[]): FindCustomer {
  const indexes = [
    indexBy(customers, ({id}) => id),
    indexBy(customers, textOf('email')),
    indexBy(customers, textOf('title')),
  ]
  return text => {
    const found = indexes.map(index => index.get(plain(text))).find(ids => ids !== undefined) ?? []
    const [customerId] = found
    if (customerId === undefined) return {problem: texts.noCustomer(text)}
    if (found.length > 1) return {problem: texts.manyCustomers(found.length, text)}
    return {customerId}
  }
}

function indexBy(customers: readonly ConsoleRecord[], keyOf: (customer: ConsoleRecord) => string) {
  const index = new Map<string, string[]>()
  for (const customer of customers) {
    const key = plain(keyOf(customer))
    index.set(key, [...(index.get(key) ?? []), customer.id])
  }
  return index
}

const textOf =
  (name: string) =>
  ({values}: ConsoleRecord): string =>
    typeof values[name] === 'string' ? values[name] : ''

const plain = (text: string): string => text.trim().toLowerCase()
