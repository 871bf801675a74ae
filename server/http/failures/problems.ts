import type {core} from 'zod'

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  null: 'null',
  array: 'a list',
  object: 'an object',
  record: 'an object',
}
const FORMATS: Readonly<Record<string, string>> = {uuid: 'a UUID', email: 'an email address', url: 'a URL'}
const UNITS: Readonly<Record<string, string>> = {string: 'character', array: 'item'}

/** The fault of a value that a schema refuses, after the name of its field. Undefined where the schema says it. */
export function problemOf(issue: core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.input === undefined ? 'is required' : `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`
    case 'too_small':
      return `must ${have(issue.origin, 'at least', issue.minimum)}`
    case 'too_big':
      return `must ${have(issue.origin, 'at most', issue.maximum)}`
    case 'invalid_format':
      return issue.format in FORMATS ? `must be ${FORMATS[issue.format]}` : 'is not valid'
    case 'invalid_union':
      return 'is not valid'
    default:
      return undefined
  }
}

function have(origin: string, bound: string, amount: number | bigint): string {
  const unit = UNITS[origin]
  return unit === undefined
    ? `be ${bound} ${amount}`
    : `have ${bound} ${amount} ${unit}${Number(amount) === 1 ? '' : 's'}`
}
