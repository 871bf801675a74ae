import {NAME_LENGTH} from '../../../../contract/limits'
import {groupBy} from '../../../../contract/rules/series/buckets'
import {accessToken} from '../../../../contract/wire/people/accessToken'
import {line, requiredLine} from '../../../../contract/wire/text'
import {spokenMessage} from '../../language'
import {type ConsoleRecord, nameOf} from '../records/description'
import {devices} from '../records/devices'
import {columnLabel, type ImportColumn, type Mapping} from './columns'
import type {SheetRow} from './sheet'
import {texts} from './texts'

/**
 * A device to create. `id` stays the same in every attempt, so that the server can recognise a device that it has
 * already made.
 */
export interface NewDevice {
  id: string
  name: string
  type: string | null
  label: string | null
  customerId: string | null
  accessToken: string | null
}

/** A row with the device that it makes. A row with a problem makes no device; a row with only warnings does. */
export interface CheckedRow extends SheetRow {
  device: NewDevice
  problems: readonly string[]
  warnings: readonly Warning[]
}

/** Says that a device of the name exists already, or that the name is repeated in the file. */
export interface Warning {
  kind: 'known' | 'repeated'
  text: string
}

/** The organisation's records before the import, and how the server accepts new devices. */
export interface Existing {
  customers: readonly ConsoleRecord[]
  devices: readonly ConsoleRecord[]
  /** Whether the server creates many devices in one call. */
  takesBatches: boolean
}

interface Question {
  /** The number of columns that have a header. */
  width: number
  mapping: Mapping
  existing: Existing
  newId: () => string
}

export type CheckRow = (row: SheetRow) => CheckedRow

/**
 * Makes a check that must be called with the rows in order, because each row is compared with those before it. The
 * rules are the server's.
 */
export function createRowCheck({width, mapping, existing, newId}: Question): CheckRow {
  const findCustomer = createFindCustomer(existing.customers)
  const existingNames = new Set(existing.devices.map(device => plain(nameOf(devices, device))))
  const lineOfName = new Map<string, number>()
  const lineOfToken = new Map<string, number>()

  return row => {
    const {fields, problems} = fieldsOf(textsOf(row, mapping), findCustomer)
    const device = {id: newId(), ...fields}
    const all = [...surplus(row, width), ...problems, ...repeated(lineOfToken, device.accessToken, texts.repeatedToken)]
    const name = plain(device.name)
    const warnings = name === '' ? [] : [...known(name), ...again(name)]
    if (all.length === 0) remember(row.line, device)
    return {...row, device, problems: all, warnings}
  }

  function known(name: string): Warning[] {
    return existingNames.has(name) ? [{kind: 'known', text: texts.knownName}] : []
  }

  function again(name: string): Warning[] {
    return repeated(lineOfName, name, texts.repeatedName).map(text => ({kind: 'repeated', text}))
  }

  function remember(line: number, {name, accessToken}: NewDevice): void {
    if (!lineOfName.has(plain(name))) lineOfName.set(plain(name), line)
    if (accessToken !== null) lineOfToken.set(accessToken, line)
  }
}

const plain = (name: string): string => name.trim().toLowerCase()

function repeated(lines: ReadonlyMap<string, number>, text: string | null, textAt: (line: number) => string): string[] {
  const line = text === null ? undefined : lines.get(text)
  return line === undefined ? [] : [textAt(line)]
}

/** An unquoted value that contains the separator shifts all later values by one column. */
function surplus({cells}: SheetRow, width: number): string[] {
  const isWider = cells.slice(width).some(cell => cell.trim() !== '')
  return isWider ? [texts.surplus(cells.length, width)] : []
}

type Texts = Readonly<Record<ImportColumn, string | null>>

function textsOf({cells}: SheetRow, mapping: Mapping): Texts {
  const textOf = (column: ImportColumn): string | null => {
    const at = mapping[column]
    return (at === null ? '' : (cells[at] ?? '').trim()) || null
  }
  return {
    name: textOf('name'),
    type: textOf('type'),
    label: textOf('label'),
    customer: textOf('customer'),
    accessToken: textOf('accessToken'),
  }
}

function fieldsOf(
  {name, type, label, customer, accessToken: token}: Texts,
  findCustomer: FindCustomer,
): {fields: Omit<NewDevice, 'id'>; problems: string[]} {
  const written = {name: name ?? '', type, label, accessToken: token}
  const found = customer === null ? {customerId: null} : findCustomer(customer)
  const customerId = 'problem' in found ? null : found.customerId
  return {
    fields: {...written, customerId},
    problems: [
      ...RULES.flatMap(([column, rule]) => problemsWith(rule, columnLabel(column), written[column])),
      ...('problem' in found ? [found.problem] : []),
    ],
  }
}

const RULES = [
  ['name', requiredLine(NAME_LENGTH)],
  ['type', line(NAME_LENGTH)],
  ['label', line(NAME_LENGTH)],
  ['accessToken', accessToken],
] as const

const problemsWith = (rule: typeof accessToken, label: string, text: string | null): string[] =>
  text === null
    ? []
    : (rule.safeParse(text).error?.issues ?? []).map(({message}) => texts.wrong(label, spokenMessage(message)))

/** Finds a customer by id, email or title, whatever the case of letters. */
type FindCustomer = (text: string) => {customerId: string} | {problem: string}

function createFindCustomer(customers: readonly ConsoleRecord[]): FindCustomer {
  const indexBy = (keyOf: (customer: ConsoleRecord) => string) => groupBy(customers, each => plain(keyOf(each)))
  const indexes = [indexBy(({id}) => id), indexBy(textOf('email')), indexBy(textOf('title'))]
  return text => {
    const found = indexes.map(index => index.get(plain(text))).find(customers => customers !== undefined) ?? []
    const [customer] = found
    if (customer === undefined) return {problem: texts.noCustomer(text)}
    if (found.length > 1) return {problem: texts.manyCustomers(found.length, text)}
    return {customerId: customer.id}
  }
}

const textOf =
  (name: string) =>
  ({values}: ConsoleRecord): string =>
    typeof values[name] === 'string' ? values[name] : ''
