import type {LiveAttribute} from '../../../contract/wire/telemetry/live'

interface Ref {
  entityId: string
  attributeType: number
  attributeKey: string
}

const refOf = (change: LiveAttribute): Ref => ('written' in change ? change.written : change.deleted)

export const deviceOf = (change: LiveAttribute): string => refOf(change).entityId

/**
 * The newest event of each attribute, so that slow readers get no outdated values. Two calls may publish in another
 * order than they wrote: the higher version counts.
 */
export function newestOfEach(batch: readonly LiveAttribute[]): LiveAttribute[] {
  const newest = new Map<string, LiveAttribute>()
  for (const change of batch) {
    const {entityId, attributeType, attributeKey} = refOf(change)
    const key = `${entityId} ${attributeType} ${attributeKey}`
    const before = newest.get(key)
    if (before !== undefined && isOlder(change, before)) continue
    newest.delete(key)
    newest.set(key, change)
  }
  return [...newest.values()]
}

const isOlder = (change: LiveAttribute, before: LiveAttribute): boolean =>
  'written' in change && 'written' in before && (change.written.version ?? 0) < (before.written.version ?? 0)
