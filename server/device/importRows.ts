import {type DeviceImportRow, deviceImportRow} from '../../contract/device'
import {NAME_LENGTH} from '../../contract/limits'

export interface Refusal {
  message: string
}

/** Each row by itself, in order. Of rows with one access token the first may have it. */
export function checkRows(rows: readonly unknown[]): (DeviceImportRow | Refusal)[] {
  const tokens = new Set<string>()
  return rows.map(row => {
    const parsed = deviceImportRow.safeParse(row)
    if (!parsed.success) return {message: parsed.error.issues.map(explain).join('; ')}
    const {access_token: token} = parsed.data
    if (token !== undefined && tokens.has(token)) return {message: 'access_token: another row has it, too'}
    if (token !== undefined) tokens.add(token)
    return parsed.data
  })
}

export const isRefusal = (row: object): row is Refusal => 'message' in row

type Issue = NonNullable<ReturnType<typeof deviceImportRow.safeParse>['error']>['issues'][number]

function explain(issue: Issue): string {
  if (issue.code === 'unrecognized_keys') return `There is no field ${String(issue.keys).slice(0, NAME_LENGTH)}`
  return `${issue.path.join('.')}: ${issue.message}`
}
