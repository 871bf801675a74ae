import {BYTE_ORDER_MARK} from '../../../../contract/rules/csv'
import type {Sheet} from './sheet'
import {texts} from './texts'

export const IMPORT_COLUMNS = ['name', 'type', 'label', 'customer', 'accessToken'] as const
export type ImportColumn = (typeof IMPORT_COLUMNS)[number]

/** The index of the column that holds each field; null when the file has no such column. */
export type Mapping = Readonly<Record<ImportColumn, number | null>>

export const columnLabel = (column: ImportColumn): string => texts.columns[column]

export const UNMAPPED: Mapping = {name: null, type: null, label: null, customer: null, accessToken: null}

/** Common headers for each field, in lower case with only letters and digits. Earlier ones win. */
const HEADERS: Readonly<Record<ImportColumn, readonly string[]>> = {
  name: ['name', 'devicename', 'device', 'title', 'gerätename', 'bezeichnung'],
  type: ['type', 'devicetype', 'kind', 'typ', 'gerätetyp'],
  label: ['label', 'devicelabel'],
  customer: ['customerid', 'customeremail', 'customer', 'customertitle', 'customername', 'kunde', 'kundennummer'],
  accessToken: ['accesstoken', 'token', 'devicetoken', 'credentialsvalue', 'credentials'],
}

export function guessedMapping({headers}: Pick<Sheet, 'headers'>): Mapping {
  const plain = headers.map(header => header.toLowerCase().replace(/[^\p{L}\p{N}]/gu, ''))
  const columnOf = (column: ImportColumn): number | null => {
    const found = HEADERS[column].map(header => plain.indexOf(header)).find(at => at !== -1)
    return found ?? null
  }
  return {
    name: columnOf('name'),
    type: columnOf('type'),
    label: columnOf('label'),
    customer: columnOf('customer'),
    accessToken: columnOf('accessToken'),
  }
}

/** An empty file with the headers, which the user can download and fill in. */
export const TEMPLATE = `${BYTE_ORDER_MARK}name,type,label,customer,access_token\r\n`
