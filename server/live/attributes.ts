import type {LiveAttribute} from '../../contract/wire/live'

interface Ref {
  entityId: string
  attributeType: number
  attributeKey: string
}

const refOf = (news: LiveAttribute): Ref => ('written' in news ? news.written : news.deleted)

export const deviceOf = (news: LiveAttribute): string => refOf(news).entityId

/**
 * Of each attribute the newest news, so that whoever reads slowly gets no values of before. Two calls may tell what they
 * wrote in another order than they wrote it: the higher version counts.
 */
export function newestOfEach(batch: readonly LiveAttribute[]): LiveAttribute[] {
  const newest = new Map<string, LiveAttribute>()
  for (const news of batch) {
    const {entityId, attributeType, attributeKey} = refOf(news)
    const key = `${entityId} ${attributeType} ${attributeKey}`
    const before = newest.get(key)
    if (before !== undefined && isOlder(news, before)) continue
    newest.delete(key)
    newest.set(key, news)
  }
  return [...newest.values()]
}

const isOlder = (news: LiveAttribute, before: LiveAttribute): boolean =>
  'written' in news && 'written' in before && (news.written.version ?? 0) < (before.written.version ?? 0)
