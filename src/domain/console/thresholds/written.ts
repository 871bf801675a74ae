import {thresholdValue} from '../../../../contract/rules/thresholds'
import type {Attribute, AttributeValue} from '../attribute'
import {type ThresholdDraft, typedThreshold} from './draft'
import {recordIn, type ThresholdLevels, type ThresholdRow} from './levels'

/** The value of the attribute with one key as it is typed. All others stay as they were written, faulty ones, too. */
export function writtenWith(levels: ThresholdLevels | null, key: string, draft: ThresholdDraft): AttributeValue {
  const threshold = typedThreshold(draft)
  const others = recordIn(levels?.own.attribute ?? null)
  return {type: 'json', value: threshold === null ? others : {...others, [key]: thresholdValue(threshold)}}
}

export function writtenWithout(levels: ThresholdLevels | null, key: string): AttributeValue {
  const others = Object.entries(recordIn(levels?.own.attribute ?? null)).filter(([name]) => name !== key)
  return {type: 'json', value: Object.fromEntries(others)}
}

/** The key of the threshold that is edited or added. */
export const editedKey = ({chosen, draft}: {chosen: ThresholdRow | null; draft: ThresholdDraft}): string =>
  chosen?.key ?? draft.key.trim()

/** Tells whether another user has changed the settings of a key. */
export const isDeclaredAgain = (opened: Attribute | null, now: Attribute | null, key: string): boolean =>
  JSON.stringify(recordIn(opened)[key]) !== JSON.stringify(recordIn(now)[key])

export const ownKeys = (levels: ThresholdLevels | null): readonly string[] =>
  Object.keys(recordIn(levels?.own.attribute ?? null))

export const withOwn = (levels: ThresholdLevels | null, attribute: Attribute | null): ThresholdLevels | null =>
  levels && {...levels, own: {...levels.own, attribute}}
