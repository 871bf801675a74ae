import {NAME_LENGTH} from '../../contract/limits'
import {type DeviceImportRow, deviceImportRow} from '../../contract/wire/entities/device'

export interface Refusal {
  message: string
}

/** Checks each row, in order. When rows share an id or access token, only the first may have it. */
export function checkRows(rows: readonly unknown[]): (DeviceImportRow | Refusal)[] {
  const taken = {_id: new Set<unknown>(), access_token: new Set<unknown>()}
  return rows.map(row => {
    const parsed = deviceImportRow.safeParse(row)
    if (!parsed.success) return {message: parsed.error.issues.map(explain).join('; ')}
    const given = ONE_ROW_ALONE.filter(field => parsed.data[field] !== undefined)
    const repeated = given.find(field => taken[field].has(parsed.data[field]))
    if (repeated !== undefined) return {message: `${repeated}: another row has it, too`}
    for (const field of given) taken[field].add(parsed.data[field])
    return parsed.data
  })
}

const ONE_ROW_ALONE = ['_id', 'access_token'] as const

export const isRefusal = (row: object): row is Refusal => 'message' in row

type Issue = NonNullable<ReturnType<typeof deviceImportRow.safeParse>['error']>['issues'][number]

function explain(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `There is no field ${String(issue.keys).slice(0, NAME_LENGTH)}`
  return `${issue.path.join('.')}: ${issue.message}`
}
