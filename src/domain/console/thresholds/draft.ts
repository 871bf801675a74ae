import {KEY_LENGTH, RUNBOOK_LENGTH} from '../../../../contract/limits'
import {
  faultOf,
  isOff,
  type Limits,
  LONGEST_THRESHOLD_TIME,
  OFF,
  type Threshold,
  type ThresholdFault,
  type UnusualRule,
} from '../../../../contract/rules/thresholds'
import {SECOND} from '../../../../contract/rules/time/durations'
import type {Milliseconds} from '../../../../contract/wire/common'
import {isOneLine} from '../../../../contract/wire/text'
import {LIMIT_FIELDS, type LimitField} from '../../limitField'
import {texts as rules} from '../texts'
import {texts} from './texts'

export const TIME_FIELDS = ['delayOn', 'delayOff', 'silentAfter', 'unusualAfter'] as const

type NumberField = LimitField | 'clear' | (typeof TIME_FIELDS)[number]

/** The form of one threshold, as it is typed. Times are in seconds. */
export interface ThresholdDraft extends Readonly<Record<NumberField, string>> {
  key: string
  isLatching: boolean
  runbook: string
  /** Null raises no alarm for unusual values. Its time is the typed one. */
  unusual: UnusualRule | null
  /** Switches an inherited threshold off. Other typed values count for nothing then. */
  isOff: boolean
}

/** The field with the name of a problem is wrong. */
export type ThresholdProblems = Partial<Record<'key' | 'runbook' | NumberField, string>>

export const EMPTY_THRESHOLD: ThresholdDraft = {
  key: '',
  warningAbove: '',
  warningBelow: '',
  criticalAbove: '',
  criticalBelow: '',
  clear: '',
  delayOn: '',
  delayOff: '',
  silentAfter: '',
  unusualAfter: '',
  isLatching: false,
  runbook: '',
  unusual: null,
  isOff: false,
}

export function thresholdDraft(key: string, threshold: Threshold): ThresholdDraft {
  const {warning, critical, clear, delay, silentAfter, isLatching, unusual, runbook} = threshold
  return {
    key,
    warningAbove: typed(warning?.above),
    warningBelow: typed(warning?.below),
    criticalAbove: typed(critical?.above),
    criticalBelow: typed(critical?.below),
    clear: typed(clear || null),
    delayOn: seconds(delay.on),
    delayOff: seconds(delay.off),
    silentAfter: seconds(silentAfter ?? 0),
    unusualAfter: seconds(unusual?.delay.on ?? 0),
    isLatching,
    runbook: runbook ?? '',
    unusual: unusual ?? null,
    isOff: isOff(threshold),
  }
}

const typed = (value: number | null = null): string => (value === null ? '' : String(value))
const seconds = (time: Milliseconds): string => typed(time === 0 ? null : time / SECOND)

/** The threshold that is typed; null while anything of it is wrong. */
export function typedThreshold(draft: ThresholdDraft): Threshold | null {
  if (draft.isOff) return OFF
  const isWrong = runbookProblem(draft) !== null || Object.keys(numberProblems(draft)).length > 0
  return isWrong || faultOf(readDraft(draft)) !== null ? null : readDraft(draft)
}

/** Every field that is wrong, in words. `taken` are the keys that have a threshold already, for a new one. */
export function thresholdProblems(draft: ThresholdDraft, taken: readonly string[]): ThresholdProblems {
  const key = keyProblem(draft.key, taken)
  if (draft.isOff) return key === null ? {} : {key}
  const numbers = numberProblems(draft)
  const runbook = runbookProblem(draft)
  const fault = Object.keys(numbers).length > 0 ? null : faultOf(readDraft(draft))
  return {
    ...(key !== null && {key}),
    ...numbers,
    ...(runbook !== null && {runbook}),
    ...(fault !== null && {[FIELD_OF_FAULT[fault]]: texts.faults[fault]}),
  }
}

/** The field of each fault. The shape of typed values can't be wrong. */
const FIELD_OF_FAULT: Record<ThresholdFault, NumberField> = {
  shape: 'warningAbove',
  nothing: 'warningAbove',
  order: 'warningBelow',
  severity: 'criticalAbove',
  clear: 'clear',
}

function keyProblem(key: string, taken: readonly string[]): string | null {
  if (key.trim() === '') return rules.required(rules.key)
  if (key.trim().length > KEY_LENGTH) return rules.tooLong(KEY_LENGTH)
  if (!isOneLine(key.trim())) return rules.controlCharacters
  return taken.includes(key.trim()) ? texts.taken : null
}

const runbookProblem = ({runbook}: ThresholdDraft): string | null =>
  runbook.trim().length > RUNBOOK_LENGTH ? rules.tooLong(RUNBOOK_LENGTH) : null

function numberProblems(draft: ThresholdDraft): ThresholdProblems {
  const problem = (field: NumberField): string | null => {
    const value = numberIn(draft[field])
    if (value === null) return null
    if (!Number.isFinite(value)) return rules.notANumber
    if (isIn(LIMIT_FIELDS, field)) return null
    if (value < 0) return texts.negative
    return isIn(TIME_FIELDS, field) && value * SECOND > LONGEST_THRESHOLD_TIME ? texts.tooLong : null
  }
  const fields = [...LIMIT_FIELDS, 'clear', ...TIME_FIELDS] as const
  return Object.fromEntries(fields.map(field => [field, problem(field)]).filter(([, wrong]) => wrong !== null))
}

const isIn = (fields: readonly NumberField[], field: NumberField): boolean => fields.includes(field)

/** Null when nothing is typed, and not a number when something else is. A comma is a decimal point. */
function numberIn(text: string): number | null {
  const trimmed = text.trim().replace(',', '.')
  return trimmed === '' ? null : Number(trimmed)
}

function readDraft(draft: ThresholdDraft): Threshold {
  const runbook = draft.runbook.trim()
  const time = (text: string): Milliseconds => Math.round((numberIn(text) ?? 0) * SECOND)
  return {
    warning: limits(draft.warningAbove, draft.warningBelow),
    critical: limits(draft.criticalAbove, draft.criticalBelow),
    clear: numberIn(draft.clear) ?? 0,
    delay: {on: time(draft.delayOn), off: time(draft.delayOff)},
    silentAfter: time(draft.silentAfter) || null,
    isLatching: draft.isLatching,
    ...(draft.unusual !== null && {
      unusual: {...draft.unusual, delay: {...draft.unusual.delay, on: time(draft.unusualAfter)}},
    }),
    ...(runbook !== '' && {runbook}),
  }
}

function limits(above: string, below: string): Limits | null {
  const sides = {above: numberIn(above), below: numberIn(below)}
  return sides.above === null && sides.below === null ? null : sides
}
