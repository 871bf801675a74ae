import {
  type Headline,
  type HeadlineLevel,
  type Headlines,
  headlinesFor,
  headlinesFrom,
  headlinesValue,
  isSameHeadline,
} from '../../../contract/rules/headlines'
import {textsOf} from '../language'
import type {DeviceEntry} from '../telemetry/devices/device'
import {type KeySettings, namedOf} from '../telemetry/readings/keySettings'
import type {Attribute, AttributeValue} from './attribute'

/** The headline keys of an organisation, and its devices, from which others are suggested. */
export interface LoadedHeadlines {
  attribute: Attribute | null
  devices: readonly DeviceEntry[]
  thresholds: KeySettings['thresholds']
}

export type HeadlineDraft = Headline
export type HeadlineProblems = Partial<Record<'value' | 'key', string>>

export const EMPTY_HEADLINE: HeadlineDraft = {by: 'all', value: '', key: ''}

export const headlineTexts = textsOf('headlines', {
  noValue: 'Choose for which devices it is.',
  noKey: 'Name a key.',
  taken: 'These devices have a headline key already.',
})

export const headlinesIn = ({attribute}: Pick<LoadedHeadlines, 'attribute'>): Headlines =>
  headlinesFrom(attribute?.value.type === 'json' ? attribute.value.value : undefined)

export function headlineProblems(
  draft: HeadlineDraft,
  {chosen, loaded}: {chosen: Headline | null; loaded: LoadedHeadlines | null},
): HeadlineProblems {
  const typed = typedHeadline(draft)
  const others = otherHeadlines(loaded, chosen)
  const isTaken = others.some(other => isSameHeadline(other, typed))
  return {
    ...(typed.by !== 'all' && typed.value === '' && {value: headlineTexts.noValue}),
    ...(isTaken && {value: headlineTexts.taken}),
    ...(typed.key === '' && {key: headlineTexts.noKey}),
  }
}

const typedHeadline = ({by, value, key}: HeadlineDraft): Headline => ({
  by,
  value: by === 'all' ? '' : value.trim(),
  key: key.trim(),
})

const otherHeadlines = (loaded: LoadedHeadlines | null, chosen: Headline | null): Headlines =>
  loaded === null ? [] : headlinesIn(loaded).filter(each => chosen === null || !isSameHeadline(each, chosen))

/** The value of the attribute with one entry as it is typed. */
export const headlinesWith = (
  loaded: LoadedHeadlines | null,
  chosen: Headline | null,
  draft: HeadlineDraft,
): AttributeValue => ({
  type: 'json',
  value: headlinesValue([...otherHeadlines(loaded, chosen), typedHeadline(draft)]),
})

export const headlinesWithout = (loaded: LoadedHeadlines | null, row: Headline): AttributeValue => ({
  type: 'json',
  value: headlinesValue(otherHeadlines(loaded, row)),
})

/** The stored headline of the same devices; null when there is none. */
export const storedHeadline = (
  loaded: Pick<LoadedHeadlines, 'attribute'> | null,
  {by, value}: Omit<Headline, 'key'>,
): Headline | null =>
  (loaded && headlinesIn(loaded).find(each => isSameHeadline(each, {by, value: by === 'all' ? '' : value}))) ?? null

/** The labels or types that the devices have, in the order of their names. */
export const offeredValues = ({devices}: LoadedHeadlines, by: Exclude<HeadlineLevel, 'all'>): readonly string[] =>
  [...new Set(devices.flatMap(device => device[by] || []))].sort()

export interface SuggestedKey {
  key: string
  /** The number of the devices that send it, and of those for which a threshold holds. */
  devices: number
  thresholds: number
}

/** The keys of the devices that the draft is for, first the one that most thresholds are for, then the commonest. */
export function suggestedKeys(loaded: LoadedHeadlines, draft: HeadlineDraft): readonly SuggestedKey[] {
  const requested: Headlines = [{...typedHeadline(draft), key: draft.key}]
  const counts = new Map<string, SuggestedKey>()
  for (const device of loaded.devices) {
    if (headlinesFor(requested, device).length === 0) continue
    for (const key of device.keys) {
      const {devices, thresholds} = counts.get(key) ?? {devices: 0, thresholds: 0}
      const isLimited = namedOf(loaded.thresholds, device.id, key) !== null
      counts.set(key, {key, devices: devices + 1, thresholds: thresholds + (isLimited ? 1 : 0)})
    }
  }
  return [...counts.values()].sort(
    (one, other) => other.thresholds - one.thresholds || other.devices - one.devices || (one.key < other.key ? -1 : 1),
  )
}
